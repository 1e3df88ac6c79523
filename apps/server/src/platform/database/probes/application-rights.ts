import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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

/** Reads the rights that this version grants, as they are reviewed. */
const reviewedGrants = (): string => readFileSync(join(import.meta.dirname, 'grants.txt'), 'utf8')

/** Returns the tables on which the application has other rights than this version grants, each with the rights it has and should have. */
export async function wrongRights(
  client: pg.ClientBase,
): Promise<readonly { readonly has: string; readonly should: string }[]> {
  const linesOf = (text: string) =>
    new Map(text.split('\n').map((line) => [line.split(':')[0] ?? '', line] as const))
  const [actual, reviewed] = [linesOf(writtenGrants(await rights(client))), linesOf(reviewedGrants())]
  return [...reviewed]
    .filter(([table, line]) => !line.startsWith('#') && actual.get(table) !== line)
    .map(([table, line]) => ({ has: actual.get(table) ?? `${table}: no such table`, should: line }))
}
