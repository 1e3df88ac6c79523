import type { Database } from '../../platform/database/database.ts'
import { allModules } from './all-modules.ts'

/** Columns that hold a customer's id. Others are found by their reference to the customers. */
const columnNames = ['user_id', 'customer_id', 'inviter_id', 'owner_id', 'owner', 'buyer', 'leader']

/** Returns the tables with rows about single customers, each with the columns that name one. */
export async function customerColumns({ pool }: Pick<Database, 'pool'>) {
  const { rows } = await pool.query<{ table: string; columns: string[] }>(
    `SELECT r.relname AS table, array_agg(a.attname::text ORDER BY a.attnum) AS columns
       FROM pg_class r JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum > 0
       LEFT JOIN pg_constraint f ON f.conrelid = r.oid AND f.contype = 'f' AND f.conkey = ARRAY[a.attnum]
      WHERE r.relnamespace = 'public'::regnamespace AND r.relkind IN ('r', 'p') AND NOT r.relispartition
        AND (f.confrelid = 'accounts_users'::regclass
          OR a.attname = ANY ($1) AND f.confrelid IS DISTINCT FROM to_regclass('operators_people'))
      GROUP BY r.relname ORDER BY r.relname`,
    [columnNames],
  )
  return new Map(rows.map(({ table, columns }) => [table, table === 'accounts_users' ? ['id'] : columns]))
}

/** Returns what is stated of each table with rows about customers, and the folder of the module that states it. */
export async function statedTables() {
  return (await allModules())
    .flatMap(({ folder, module }) =>
      Object.entries(module.customerTables ?? {}).map(([table, statement]) => ({
        table,
        folder,
        ...statement,
      })),
    )
    .toSorted((a, b) => a.table.localeCompare(b.table))
}

/** Counts the rows about a customer in each of the tables. */
export async function countRowsOf(
  db: Pick<Database, 'pool'>,
  userId: string,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const [table, columns] of await customerColumns(db)) {
    const named = columns.map((column) => `${column}::text = $1`).join(' OR ')
    const { rows } = await db.pool.query<{ count: string }>(
      `SELECT count(*)::int AS count FROM ${table} WHERE ${named}`,
      [userId],
    )
    counts.set(table, Number(rows[0]?.count))
  }
  return counts
}
