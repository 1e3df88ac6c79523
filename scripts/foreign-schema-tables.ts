import type { SchemaFile } from './foreign-tables.ts'
import { tablesInSql } from './tables-in-sql.ts'

/** A table that a statement of the schema names although another module owns it. */
export interface ForeignSchemaTable {
  readonly file: string
  readonly line: number
  /** The function, trigger, view or table that the statement makes or changes. */
  readonly object: string
  readonly table: string
  readonly owner: string
}

/**
 * Finds statements on tables of another module in the schema. A statement of `schema/<module>.sql` belongs to that module, one of a
 * migration to the module of the first word of what it makes. A constraint may refer to any table, and a view of `schema/views.sql` may
 * read any, also as a migration replaces it. What a later migration replaces is judged as it is then.
 */
export function foreignSchemaTables(
  files: readonly SchemaFile[],
  owners: ReadonlyMap<string, string>,
): ForeignSchemaTable[] {
  const ownersByWord = new Map([...owners].map(([table, owner]) => [firstWord(table), owner]))
  const shared = sharedViews(files)
  return presentStatements(files).flatMap(({ file, line, sql, module }) => {
    const isSharedView = shared.has(replaceableOf(sql) ?? '')
    // Nothing is left of what a statement drops.
    if (isSharedView || /^DROP\b/i.test(sql)) return []
    const object = objectOf(sql)
    const own = module ?? ownersByWord.get(firstWord(object)) ?? firstWord(object)
    return [...new Set(tablesIn(sql, owners))].flatMap((table) => {
      const owner = owners.get(table) ?? ''
      return owner === own ? [] : [{ file, line, object, table, owner }]
    })
  })
}

/** Lists the views of `schema/views.sql`, as `replaceableOf` names them. */
const sharedViews = (files: readonly SchemaFile[]): ReadonlySet<string> =>
  new Set(
    files
      .filter(({ module }) => module === 'views')
      .flatMap(({ text }) => statementsOf(text).map(({ sql }) => replaceableOf(sql)))
      .filter((made) => made?.startsWith('VIEW ') === true)
      .map(String),
  )

/** Statements whose SQL no check can read: text that is run, and a body in quotes instead of `$$`. */
export const hiddenSql = (files: readonly SchemaFile[]) =>
  presentStatements(files)
    .filter(
      ({ sql }) => runsText.test(withoutTexts(sql)) || /^CREATE\b[^$]*\bFUNCTION\b[^$]*\bAS\s+E?'/i.test(sql),
    )
    .map(({ file, line, sql }) => ({ file, line, object: objectOf(sql) }))

/** `EXECUTE` of a function belongs to a trigger or a grant. */
const runsText = /\bEXECUTE\b(?!\s+(FUNCTION|PROCEDURE|ON)\b)/i

interface Statement {
  readonly file: string
  readonly line: number
  readonly sql: string
  readonly module: string | null
}

/** Lists the statements without those on functions, views and triggers that a later file replaces or drops. */
function presentStatements(files: readonly SchemaFile[]): Statement[] {
  const statements = files.flatMap(({ file, text, module }) =>
    statementsOf(text).map((statement) => ({
      ...statement,
      file,
      module,
      made: replaceableOf(statement.sql),
    })),
  )
  const last = new Map(statements.map(({ made, file }) => [made, file]))
  return statements.filter(({ made, file }) => made === null || last.get(made) === file)
}

/** Returns the kind and name of a function, view or trigger that a statement makes or drops. */
function replaceableOf(sql: string): string | null {
  const [, trigger, table] =
    /^(?:CREATE|DROP) TRIGGER (?:IF EXISTS )?(\w+)[\s\S]*?\bON (\w+)/i.exec(sql) ?? []
  if (trigger !== undefined) return `TRIGGER ${trigger} ${table}`
  const made = /^(?:CREATE(?: OR REPLACE)?|DROP) (FUNCTION|VIEW) (?:IF EXISTS )?(\w+)/i.exec(sql)
  return made === null ? null : `${made[1]?.toUpperCase()} ${made[2]}`
}

const firstWord = (name: string): string => name.split('_')[0] ?? name

/** Splits at semicolons outside of function bodies, without comments. */
function statementsOf(text: string): { readonly line: number; readonly sql: string }[] {
  const plain = text.replaceAll(/--.*$/gm, '')
  const statements: { line: number; sql: string }[] = []
  let line = 1
  for (const [sql] of plain.matchAll(/(?:[^;$]|\$(\w*)\$[\s\S]*?\$\1\$|\$)+/g)) {
    const before = sql.length - sql.trimStart().length
    const startsAt = line + sql.slice(0, before).split('\n').length - 1
    if (sql.trim() !== '' && !/^\s*COMMENT ON\b/.test(sql))
      statements.push({ line: startsAt, sql: sql.trim() })
    line += sql.split('\n').length - 1
  }
  return statements
}

/** Returns the name of what a statement makes, changes, grants or fills. */
const objectOf = (sql: string): string =>
  objectNames.map((pattern) => pattern.exec(sql)?.[1]).find((name) => name !== undefined) ?? ''

const objectNames = [
  /^CREATE\b[^(]*?\b(?:FUNCTION|TRIGGER|VIEW|TABLE|INDEX|TYPE|SEQUENCE)\s+(?:IF NOT EXISTS\s+)?(\w+)/i,
  /^(?:ALTER TABLE|ALTER SEQUENCE|INSERT INTO|UPDATE|DELETE FROM|DROP \w+)\s+(?:IF EXISTS\s+)?(\w+)/i,
  /^(?:GRANT|REVOKE)\b[\s\S]*?\bON\s+(?:FUNCTION\s+|SEQUENCE\s+)?(\w+)/i,
  /\bFROM\s+(\w+)/i,
]

const tablesIn = (sql: string, owners: ReadonlyMap<string, string>): string[] =>
  tablesInSql(withoutTexts(sql).replaceAll(/\bREFERENCES\s+\w+/g, ''), owners)

const withoutTexts = (sql: string): string => sql.replaceAll(/'(?:[^']|'')*'/g, "''")
