import type pg from 'pg'
import { refusalOf, strip } from './bare-table.ts'
import { type Columns, columnsOf, type TableRule, tableRules } from './catalogue.ts'
import { anotherValue, findRow, type Row, someValue } from './odd-rows.ts'

interface Probing {
  readonly client: pg.ClientBase
  readonly columns: Columns
}

const referencesItself = ({ type, table, add }: TableRule): boolean =>
  type === 'f' && new RegExp(`REFERENCES ${table}\\b`).test(add)

interface Rows {
  readonly refused: readonly Row[]
  readonly taken: readonly Row[]
}

/** A row with a value in each of these columns. */
const rowWith = (
  { columns }: Probing,
  table: string,
  { names, someOf = someValue }: { readonly names: readonly string[]; readonly someOf?: typeof someValue },
): Row => Object.fromEntries(names.map((name) => [name, someOf(columns.get(table)?.get(name) ?? '')]))

async function rowsOfCheck({ client, columns }: Probing, rule: TableRule): Promise<Rows | null> {
  const refused = await findRow(client, rule, { wanted: 'FALSE', columns })
  const taken = await findRow(client, rule, { wanted: 'TRUE', columns })
  return refused === null || taken === null ? null : { refused: [refused], taken: [taken] }
}

/** One row twice; of a partial index one that it is about. */
async function rowsOfUnique({ client, columns }: Probing, rule: TableRule, usual: Row): Promise<Rows | null> {
  const { condition } = rule
  const filled = rule.columns.filter((name) => !new RegExp(`\\b${name} IS NULL`).test(condition ?? ''))
  const row = condition === null ? usual : await findRow(client, rule, { wanted: 'TRUE', columns, filled })
  return row === null ? null : { refused: [row, row], taken: [row] }
}

/** Rows that the rule refuses, and rows that it accepts; null where none are known. */
async function rowsFor(probing: Probing, rule: TableRule, own: readonly TableRule[]): Promise<Rows | null> {
  const { table, type } = rule
  const filled = rowWith(probing, table, { names: rule.columns })
  if (Object.values(filled).includes(undefined)) return null
  if (type === 'n') return { refused: [{}], taken: [filled] }
  if (type === 'c') return rowsOfCheck(probing, rule)
  if (type === 'p' || type === 'u') return rowsOfUnique(probing, rule, filled)
  if (type !== 'f') return null
  // A row that names another of its table has a key itself.
  const key = referencesItself(rule) ? own.find((one) => one.type === 'p') : undefined
  const named = rowWith(probing, table, { names: key?.columns ?? [], someOf: anotherValue })
  return { refused: [{ ...filled, ...named }], taken: [named] }
}

/** The name of the rule that refuses these rows; null: nothing does. */
async function refusedBy({ client }: Probing, rows: readonly Row[], table: string): Promise<string | null> {
  const insert = `INSERT INTO ${table} SELECT * FROM jsonb_populate_record(NULL::${table}, $1)`
  return refusalOf(client, async () => {
    for (const row of rows) await client.query(insert, [JSON.stringify(row)])
    await client.query('SET CONSTRAINTS ALL IMMEDIATE')
  })
}

/** Returns the fault of a rule's probe; null: refused with the rule, accepted without it. */
async function probe(probing: Probing, rule: TableRule, own: readonly TableRule[]): Promise<string | null> {
  const { client } = probing
  const rows = await rowsFor(probing, rule, own)
  if (rows === null) return 'has no probe'
  const without = await refusedBy(probing, rows.refused, rule.table)
  if (without !== null) return `without it: refused by ${without}`
  await client.query('SAVEPOINT alone')
  try {
    // A reference to the same table needs a key it can point at.
    const keys = referencesItself(rule) ? own.filter(({ type }) => type === 'p' || type === 'u') : []
    for (const { add } of [...keys, rule]) await client.query(add)
    return await wrongWhileThere(probing, rule, rows)
  } finally {
    await client.query('ROLLBACK TO alone')
  }
}

async function wrongWhileThere(probing: Probing, rule: TableRule, rows: Rows): Promise<string | null> {
  const refused = await refusedBy(probing, rows.refused, rule.table)
  // PostgreSQL names the column that has to be given, not the rule.
  const names = rule.type === 'n' ? [rule.name, ...rule.columns] : [rule.name]
  if (refused === null || !names.includes(refused)) return `with it: refused by ${refused}`
  const taken = await refusedBy(probing, rows.taken, rule.table)
  return taken === null ? null : `what it allows is refused by ${taken}`
}

/** Tries every constraint and unique index alone on its table: what is wrong with each, and how many of which type were tried. */
export async function probeConstraints(
  client: pg.ClientBase,
): Promise<{ wrong: string[]; tried: Readonly<Record<string, number>> }> {
  const rules = await tableRules(client)
  const probing = { client, columns: await columnsOf(client) }
  const wrong: string[] = []
  const tried: Record<string, number> = {}
  for (const table of new Set(rules.map((rule) => rule.table))) {
    const own = rules.filter((rule) => rule.table === table)
    await client.query('BEGIN')
    try {
      await strip(client, table, own)
      for (const rule of own) {
        const found = await probe(probing, rule, own)
        tried[rule.type] = (tried[rule.type] ?? 0) + 1
        if (found !== null) wrong.push(`${table}.${rule.name} ${found}: ${rule.add}`)
      }
    } finally {
      await client.query('ROLLBACK')
    }
  }
  return { wrong, tried }
}
