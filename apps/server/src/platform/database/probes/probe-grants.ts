import type pg from 'pg'
import { appRole } from '../database-server.ts'
import type { Right } from './application-rights.ts'

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
