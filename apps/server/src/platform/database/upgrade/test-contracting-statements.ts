/** Statements that can break or hold up a process of the version before, each with the object it is about. */
const kinds: readonly RegExp[] = [
  /^DROP (?:TABLE|VIEW|FUNCTION|INDEX|TYPE|TRIGGER|SEQUENCE)(?: IF EXISTS)? (\w+)/i,
  /\bDROP (?:COLUMN|CONSTRAINT)(?: IF EXISTS)? (\w+)/i,
  /\bRENAME (?:COLUMN |CONSTRAINT )?(\w+)/i,
  /\bALTER COLUMN (\w+) (?:SET DATA TYPE|TYPE|SET NOT NULL|DROP DEFAULT)/i,
  /\bADD COLUMN(?: IF NOT EXISTS)? (\w+) (?=.*\bNOT NULL\b)(?!.*\bDEFAULT\b)/i,
  /\bADD (?:CONSTRAINT (\w+)|(?:CHECK|UNIQUE|FOREIGN KEY|PRIMARY KEY))/i,
  /^CREATE (?:UNIQUE )?INDEX (\w+)/i,
  /^CREATE OR REPLACE (?:FUNCTION|VIEW|TRIGGER|PROCEDURE) (\w+)/i,
  /^REVOKE .* ON (?:TABLE |FUNCTION |SEQUENCE )?(\w+)\b/i,
  /^(?:UPDATE|DELETE FROM|TRUNCATE|LOCK)(?: TABLE)? (\w+)/i,
]

/** Splits a migration into statements, without comments and without the bodies of functions. */
const statementsOf = (sql: string): string[] =>
  sql
    .replace(/--.*$/gm, '')
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())

/**
 * Lists what a migration does besides adding: the names that a rolling one has to account for in its `why.md`. Statements about what the
 * migration itself creates are none.
 */
export function contractingStatements(sql: string): string[] {
  const statements = statementsOf(sql)
  const made = new Set(
    statements.flatMap(
      (statement) =>
        /^CREATE (?:TABLE|FUNCTION|VIEW|TYPE)(?: IF NOT EXISTS)? (\w+)/i.exec(statement)?.[1] ?? [],
    ),
  )
  return statements.flatMap((statement) => {
    const table = /^(?:ALTER TABLE(?: ONLY)?|CREATE (?:UNIQUE )?INDEX \w+ ON) (\w+)/i.exec(statement)?.[1]
    if (table !== undefined && made.has(table)) return []
    return kinds.flatMap((kind) => {
      const found = kind.exec(statement)
      if (found === null) return []
      const name = found[1] ?? table ?? ''
      return made.has(name) ? [] : [name]
    })
  })
}
