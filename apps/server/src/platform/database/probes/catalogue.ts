import type pg from 'pg'

/** A rule of a table that the database enforces: a constraint, or a unique index without one. */
export interface TableRule {
  readonly table: string
  readonly name: string
  /** check, foreign key, not null, primary key or unique, exclusion. */
  readonly type: 'c' | 'f' | 'n' | 'p' | 'u' | 'x'
  readonly columns: readonly string[]
  /** Statement that restores it on the table. */
  readonly add: string
  /** Condition on a row: of a check itself, of a partial unique index for the rows it covers. */
  readonly condition: string | null
}

/** Columns with their types, by table. */
export type Columns = ReadonlyMap<string, ReadonlyMap<string, string>>

const ofPublic = `r.relnamespace = 'public'::regnamespace AND r.relkind = 'r'`

/** Every constraint and unique index of our tables, from the catalogue. */
export async function tableRules(client: pg.ClientBase): Promise<TableRule[]> {
  const { rows } = await client.query<TableRule>(
    `SELECT r.relname AS table, c.conname AS name, c.contype AS type,
            coalesce((SELECT array_agg(a.attname::text ORDER BY k.n) FROM unnest(c.conkey) WITH ORDINALITY k (num, n)
              JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum = k.num), '{}') AS columns,
            format('ALTER TABLE %I ADD CONSTRAINT %I %s', r.relname, c.conname, pg_get_constraintdef(c.oid)) AS add,
            CASE c.contype WHEN 'c' THEN pg_get_expr(c.conbin, c.conrelid) END AS condition
       FROM pg_constraint c JOIN pg_class r ON r.oid = c.conrelid
      WHERE ${ofPublic} AND c.contype <> 't'
     UNION ALL
     SELECT r.relname, i.relname, 'u',
            (SELECT array_agg(DISTINCT a.attname::text) FROM pg_attribute a JOIN pg_depend d ON d.refobjid = a.attrelid AND d.refobjsubid = a.attnum
              WHERE d.classid = 'pg_class'::regclass AND d.objid = i.oid AND a.attrelid = r.oid),
            pg_get_indexdef(x.indexrelid), pg_get_expr(x.indpred, x.indrelid)
       FROM pg_index x JOIN pg_class r ON r.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
      WHERE ${ofPublic} AND x.indisunique AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = x.indexrelid AND c.contype <> 'f')
      ORDER BY 1, 2`,
  )
  return rows
}

export async function columnsOf(client: pg.ClientBase): Promise<Columns> {
  const { rows } = await client.query<{ table: string; name: string; type: string }>(
    `SELECT r.relname AS table, a.attname AS name, format_type(a.atttypid, NULL) AS type
       FROM pg_attribute a JOIN pg_class r ON r.oid = a.attrelid
      WHERE ${ofPublic} AND a.attnum > 0 AND NOT a.attisdropped`,
  )
  const tables = new Map<string, Map<string, string>>()
  for (const { table, name, type } of rows) {
    const columns = tables.get(table) ?? new Map<string, string>()
    tables.set(table, columns.set(name, type))
  }
  return tables
}

export interface Trigger {
  readonly table: string
  readonly name: string
  /** As PostgreSQL writes it. */
  readonly definition: string
}

export async function triggers(client: pg.ClientBase): Promise<Trigger[]> {
  const { rows } = await client.query<Trigger>(
    `SELECT r.relname AS table, t.tgname AS name, pg_get_triggerdef(t.oid) AS definition
       FROM pg_trigger t JOIN pg_class r ON r.oid = t.tgrelid WHERE ${ofPublic} AND NOT t.tgisinternal ORDER BY 1, 2`,
  )
  return rows
}

/** Lists the rules that the database enforces, in the form of the reviewed file: its difference shows what is removed or weakened. */
export async function writtenRules(client: pg.ClientBase): Promise<string> {
  const [rules, all] = [await tableRules(client), await triggers(client)]
  const tables = [...new Set([...rules, ...all].map(({ table }) => table))].sort()
  const sections = tables.map((table) => {
    const own = rules.filter((rule) => rule.table === table)
    const needed = own.filter(({ type }) => type === 'n').flatMap(({ columns }) => columns)
    const others = own
      .filter(({ type }) => type !== 'n')
      .map(({ name, add }) => `${name}: ${definitionIn(add)}`)
    const fired = all.filter((trigger) => trigger.table === table)
    return [
      `## ${table}`,
      `not null: ${needed.join(', ') || '-'}`,
      ...others,
      ...fired.map(({ definition }) => definition.replace(/^CREATE /, '')),
    ].join('\n')
  })
  return `# Rules of the database; made by probes.test.ts from the catalogue\n\n${sections.join('\n\n')}\n`
}

/** A rule without the words that put it on its table. */
const definitionIn = (add: string): string =>
  add
    .replace(/^ALTER TABLE \S+ ADD CONSTRAINT \S+ /, '')
    .replace(/^CREATE UNIQUE INDEX \S+ ON public\.\S+ USING btree /, 'UNIQUE INDEX ')
