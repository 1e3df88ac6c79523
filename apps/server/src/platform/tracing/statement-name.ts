/** Operations that are named; any other is `OTHER`. */
const operations = new Set(
  'SELECT INSERT UPDATE DELETE WITH BEGIN START COMMIT ROLLBACK SAVEPOINT RELEASE SET LOCK LISTEN NOTIFY'.split(
    ' ',
  ),
)
/** Only the beginning of a statement is read. */
const mostRead = 2_000
const literal = /'(?:[^']|'')*'?|--[^\n]*/g
const target = /\b(?:from|into|update|join)\s+"?([a-z_][a-z0-9_]*)"?/i
const called = /^\s*select\s+([a-z_][a-z0-9_]*)\s*\(/i

/**
 * Names a statement by its operation and its first table or function, such as `SELECT ledger_accounts`. Text between quotes is left out
 * before, so that no value can become part of a name. Null: it is no plain statement.
 */
export function statementName(statement: unknown): string | null {
  if (typeof statement === 'string') return nameOf(statement)
  if (typeof statement !== 'object' || statement === null || 'submit' in statement) return null
  const { text } = statement as { readonly text?: unknown }
  return typeof text === 'string' ? nameOf(text) : null
}

function nameOf(text: string): string {
  const read = text.slice(0, mostRead).replace(literal, '')
  const first = /^\s*([a-z]+)/i.exec(read)?.[1]?.toUpperCase() ?? ''
  const operation = operations.has(first) ? first : 'OTHER'
  if (operation === 'OTHER') return operation
  const name = called.exec(read)?.[1] ?? target.exec(read)?.[1]
  return name === undefined ? operation : `${operation} ${name.toLowerCase()}`
}
