import type { SourceText } from './parse-source.ts'

/** A table that a statement of the schema names although another module owns it. */
export interface ForeignSchemaTable {
  readonly file: string
  readonly line: number
  /** The function, trigger, view or table that the statement makes or changes. */
  readonly object: string
  readonly table: string
  readonly owner: string
}

/** Statements on another module's table that were reviewed: why they cannot call a function of the owner. */
export const reviewedStatements: Readonly<Record<string, string>> = {
  'orders_all orders_contracts': 'views.sql holds the views over tables of several modules',
  'orders_all options_orders': 'views.sql holds the views over tables of several modules',
  'orders_all smart_plans': 'views.sql holds the views over tables of several modules',
  'kyc_standing_moves accounts_users':
    'a trigger that only refuses: an identity moves as its newest case did',
  'ledger_post_steps orders_lease':
    'reservations of an engine that was overtaken are void; the lease is locked with the posting',
  'notifications_keep_for_all accounts_users':
    'one statement stores a notice for every open account; it reads only ids',
  'options_tell_split notifications_notices':
    'one statement stores the notices of all holders, in the transaction of the split',
  'support_messages_erased_only accounts_users':
    'a trigger that only refuses: messages of an open account stay',
  'orders_commit http_idempotency':
    'responses are stored with their effects, in the one round trip of a batch',
  'orders_balances ledger_accounts':
    'the engine reads the balances of a batch in the statement that posts it',
}

/**
 * Finds statements on tables of another module in the schema. A statement of `schema/<module>.sql` belongs to that module, one of a
 * migration to the module of the first word of what it makes. A constraint may refer to any table.
 */
export function foreignSchemaTables(
  files: readonly (SourceText & { readonly module: string | null })[],
  owners: ReadonlyMap<string, string>,
  reviewed: Readonly<Record<string, string>> = reviewedStatements,
): ForeignSchemaTable[] {
  const ownersByWord = new Map([...owners].map(([table, owner]) => [firstWord(table), owner]))
  return files.flatMap(({ file, text, module }) =>
    statementsOf(text).flatMap(({ line, sql }) => {
      const object = objectOf(sql)
      const own = module ?? ownersByWord.get(firstWord(object)) ?? firstWord(object)
      return [...new Set(tablesIn(sql, owners))].flatMap((table) => {
        const owner = owners.get(table) ?? ''
        return owner === own || `${object} ${table}` in reviewed ? [] : [{ file, line, object, table, owner }]
      })
    }),
  )
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
  /^CREATE\b[^(]*?\b(?:FUNCTION|TRIGGER|VIEW|TABLE|INDEX|TYPE|SEQUENCE)\s+(?:IF NOT EXISTS\s+)?(\w+)/,
  /^(?:ALTER TABLE|ALTER SEQUENCE|INSERT INTO|UPDATE|DELETE FROM|DROP \w+)\s+(?:IF EXISTS\s+)?(\w+)/,
  /^(?:GRANT|REVOKE)\b[\s\S]*?\bON\s+(?:FUNCTION\s+|SEQUENCE\s+)?(\w+)/,
  /\bFROM\s+(\w+)/,
]

/** A table of one word is matched only where SQL expects a table. */
function tablesIn(sql: string, owners: ReadonlyMap<string, string>): string[] {
  const text = sql.replaceAll(/'(?:[^']|'')*'/g, "''").replaceAll(/\bREFERENCES\s+\w+/g, '')
  return [...text.matchAll(/(\b(?:FROM|JOIN|INTO|UPDATE|TABLE|ON)\s+)?\b(\w+)/g)].flatMap(
    ([, before, word = '']) =>
      owners.has(word) && (before !== undefined || word.includes('_')) ? [word] : [],
  )
}
