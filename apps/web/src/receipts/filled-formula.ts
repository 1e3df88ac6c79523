import { fillFormula } from '../orders/fill-formula.ts'
import type { ReceiptDocument, ReceiptEvent } from './read-document.ts'

/** Names that the formulas of an event use, with the values its receipt states; what an event states goes before what the order does. */
function valuesOf(order: ReceiptDocument['order'], event: ReceiptEvent): ReadonlyMap<string, string> {
  const stated = event.fields.filter(([name]) => name !== 'conversion')
  const fieldOf = (field: string) => stated.find(([name]) => name === field)?.[1] ?? null
  const [fresh, old] = (fieldOf('split') ?? '').split(':')
  const named = [
    ...['contractSize', 'leverage', 'commissionRate', 'lots', 'openPrice'].map((name) => [name, order[name]]),
    ...stated,
    ['conversion', event.conversion],
    ['bid', event.quote?.bid],
    ['ask', event.quote?.ask],
    ['new', old === undefined ? null : fresh],
    ['old', old],
    [event.kind === 'open' ? 'openPrice' : 'closePrice', fieldOf('price')],
  ] as const
  return new Map(named.flatMap(([name, value]) => (value == null ? [] : [[String(name), String(value)]])))
}

/** Writes a formula of an event with its numbers; null where the receipt does not state every number of it. */
export const filledFormula = (
  formula: string,
  order: ReceiptDocument['order'],
  event: ReceiptEvent,
): string | null => fillFormula(formula, valuesOf(order, event))
