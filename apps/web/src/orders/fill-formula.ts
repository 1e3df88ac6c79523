/** Names in a formula, which are not the functions it calls. */
const names = /\b[a-zA-Z]\w*\b(?!\()/g

/**
 * Writes a formula again with its numbers: `profit = halfEven((101 − 100) × 2 × 1 × 1) = 2.000000`. Null where not every number of it is
 * known.
 */
export function fillFormula(formula: string, values: ReadonlyMap<string, string>): string | null {
  if (formula.startsWith('won if ')) return fillCondition(formula, values)
  const [, result = '', right = ''] = /^(\w+) = (.+)$/.exec(formula) ?? []
  const value = values.get(result)
  if (value === undefined) return null
  if ((right.match(names) ?? []).some((name) => !values.has(name))) return null
  return `${result} = ${right.replaceAll(names, (name) => values.get(name) ?? name)} = ${value}`
}

/** Writes the condition of an option's result with its two prices; the words stay. */
function fillCondition(condition: string, values: ReadonlyMap<string, string>): string | null {
  const prices = /\b(?:open|close)Price\b/g
  if ((condition.match(prices) ?? []).some((name) => !values.has(name))) return null
  return condition.replaceAll(prices, (name) => values.get(name) ?? name)
}
