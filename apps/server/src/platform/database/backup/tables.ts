import type pg from 'pg'

export interface Table {
  readonly name: string
  readonly columns: readonly string[]
  /** The columns, quoted, as COPY wants them. */
  readonly columnList: string
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const columnListOf = (columns: readonly string[]): string => columns.map(quote).join(', ')

/** Lists every table except the list of migrations; a partitioned table as a whole, and no computed column. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relname <> 'db_migrations' AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     GROUP BY c.relname ORDER BY c.relname`)
  return rows.map(({ name, columns }) => ({ name, columns, columnList: columnListOf(columns) }))
}

/** Reads the value of every sequence. */
export async function listSequences(
  client: pg.Client,
): Promise<{ name: string; last: string; called: boolean }[]> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT sequencename AS name FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1",
  )
  const sequences = []
  for (const { name } of rows) {
    const { rows: at } = await client.query<{ last: string; called: boolean }>(
      `SELECT last_value::text AS last, is_called AS called FROM ${quote(name)}`,
    )
    sequences.push({ name, last: at[0]?.last ?? '1', called: at[0]?.called ?? false })
  }
  return sequences
}

export interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/** Foreign keys between tables: dropped while rows are written, and added (and so checked) afterwards. */
export async function listForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    SELECT k.conrelid::regclass::text AS table, k.conname AS name, pg_get_constraintdef(k.oid) AS definition
      FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
     WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace AND k.conparentid = 0
     ORDER BY 1, 2`)
  return rows
}
