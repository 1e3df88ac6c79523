import type { ReceiptDocument, ReceiptEvent } from './read-document.ts'

/** Names that the formulas of an event use, with the values its receipt states; what an event states goes before what the order does. */
function valuesOf(order: ReceiptDocument['order'], event: ReceiptEvent): ReadonlyMap<string, string> {
  const stated = event.fields.filter(([name]) => name !== 'conversion')
  const price = stated.find(([name]) => name === 'price')?.[1] ?? null
  const named = [
    ...['contractSize', 'leverage', 'commissionRate', 'lots', 'openPrice'].map((name) => [name, order[name]]),
    ...stated,
    ['conversion', event.conversion],
    [event.kind === 'open' ? 'openPrice' : 'closePrice', price],
  ] as const
  return new Map(named.flatMap(([name, value]) => (value == null ? [] : [[String(name), String(value)]])))
}

/**
 * Writes a formula of an event again with its numbers: `profit = halfEven((101 − 100) × 2 × 1 × 1) = 2.000000`. Null where the receipt
 * does not state every number of it.
 */
export function filledFormula(
  formula: string,
  order: ReceiptDocument['order'],
  event: ReceiptEvent,
): string | null {
  const [, result = '', right = ''] = /^(\w+) = (.+)$/.exec(formula) ?? []
  const values = valuesOf(order, event)
  const value = values.get(result)
  if (value === undefined) return null
  const names = right.match(/\b[a-zA-Z]\w*\b(?!\()/g) ?? []
  if (names.some((name) => !values.has(name))) return null
  return `${result} = ${right.replaceAll(/\b[a-zA-Z]\w*\b(?!\()/g, (name) => values.get(name) ?? name)} = ${value}`
}
