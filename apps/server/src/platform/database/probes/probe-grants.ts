import type pg from 'pg'
import { appRole } from '../database-server.ts'

export interface Right {
  readonly table: string
  readonly right: 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE' | 'TRUNCATE'
  /** Of a change; null: the table as a whole. */
  readonly column: string | null
  readonly granted: boolean
}

/** Lists each right on each table, of a change each column by itself, and the right to read each view. */
export async function rights(client: pg.ClientBase): Promise<Right[]> {
  const { rows } = await client.query<Right>(
    `SELECT r.relname AS table, p.name AS right, NULL AS column, CASE WHEN p.name IN ('SELECT', 'INSERT') THEN has_any_column_privilege($1, r.oid, p.name)
                 ELSE has_table_privilege($1, r.oid, p.name) END AS granted
       FROM pg_class r, unnest(ARRAY['SELECT', 'INSERT', 'DELETE', 'TRUNCATE']) AS p (name)
      WHERE r.relnamespace = 'public'::regnamespace AND (r.relkind = 'r' OR r.relkind = 'v' AND p.name = 'SELECT')
     UNION ALL
     SELECT r.relname, 'UPDATE', a.attname, has_column_privilege($1, r.oid, a.attnum, 'UPDATE')
       FROM pg_class r JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE r.relnamespace = 'public'::regnamespace AND r.relkind = 'r'
     ORDER BY 1, 2, 3`,
    [appRole],
  )
  return rows
}

/** Lists views that the application may write through: PostgreSQL passes that on to the table with the rights of the view's owner. */
export async function writableViews(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT r.relname AS name FROM pg_class r
      WHERE r.relnamespace = 'public'::regnamespace AND r.relkind = 'v'
        AND (has_any_column_privilege($1, r.oid, 'INSERT, UPDATE') OR has_table_privilege($1, r.oid, 'DELETE, TRUNCATE'))
      ORDER BY 1`,
    [appRole],
  )
  return rows.map(({ name }) => name)
}

function statementFor({ table, right, column }: Right): string {
  if (right === 'SELECT') return `SELECT FROM ${table} LIMIT 0`
  if (right === 'INSERT') return `INSERT INTO ${table} DEFAULT VALUES`
  if (right === 'UPDATE') return `UPDATE ${table} SET "${column}" = DEFAULT`
  if (right === 'DELETE') return `DELETE FROM ${table}`
  return `TRUNCATE ${table}`
}

const notPermitted = '42501'

/** Checks whether the application reaches the table's own rules, after `first` has changed its rights. */
async function comesThrough(client: pg.ClientBase, right: Right, first: string | null): Promise<boolean> {
  await client.query('SAVEPOINT attempt')
  try {
    if (first !== null) await client.query(first)
    await client.query(`SET LOCAL ROLE ${appRole}`)
    await client.query(statementFor(right))
    return true
  } catch (error) {
    return (error as { code?: string }).code !== notPermitted
  } finally {
    await client.query('ROLLBACK TO attempt')
  }
}

/** Grants or revokes the permission; for a column where it was granted by column. */
function changed({ table, right, column, granted }: Right): string {
  const what = column === null ? right : `${right} ("${column}")`
  if (!granted) return `GRANT ${what} ON ${table} TO ${appRole}`
  return `REVOKE ${right} ON ${table} FROM ${appRole}`
}

/** The rights of the application on each table, as they are reviewed. */
export function writtenGrants(all: readonly Right[]): string {
  const tables = [...new Set(all.map(({ table }) => table))]
  const lines = tables.map((table) => {
    const own = all.filter((right) => right.table === table)
    const granted = own.filter((right) => right.granted)
    const whole = ['SELECT', 'INSERT', 'DELETE', 'TRUNCATE'].filter((name) =>
      granted.some(({ right }) => right === name),
    )
    const columns = granted.flatMap(({ column }) => column ?? [])
    const updatable = own.filter(({ right }) => right === 'UPDATE').length
    if (updatable > 0 && columns.length === updatable) whole.push('UPDATE')
    else if (columns.length > 0) whole.push(`UPDATE (${columns.join(', ')})`)
    return `${table}: ${whole.join(' ') || '-'}`
  })
  return `# What the application may do with each table; made by probes.test.ts from the catalogue\n\n${lines.join('\n')}\n`
}

/** Tries every permission as it is, then granted where it is missing and revoked where it exists; returns what went otherwise. */
export async function probeGrants(client: pg.ClientBase, all: readonly Right[]): Promise<string[]> {
  const wrong: string[] = []
  await client.query('BEGIN')
  for (const right of all) {
    const { table, right: name, column, granted } = right
    if ((await comesThrough(client, right, null)) !== granted)
      wrong.push(`${table} ${name} ${column} as it is`)
    if ((await comesThrough(client, right, changed(right))) === granted)
      wrong.push(`${table} ${name} ${column} changed`)
  }
  await client.query('ROLLBACK')
  return wrong
}
