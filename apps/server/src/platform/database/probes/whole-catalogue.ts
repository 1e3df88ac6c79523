import { createHash } from 'node:crypto'
import type pg from 'pg'

const here = "'public'::regnamespace"
const notOurList = `relname <> 'db_migrations'`
const named = (oid: string): string => `${oid}::regclass::text`
/** Every type with its element, where it is an array: both are described with the table or type they come from. */
const types = `pg_type t JOIN pg_type e ON e.oid = CASE t.typcategory WHEN 'A' THEN t.typelem ELSE t.oid END
    WHERE t.typnamespace = ${here} AND e.typname <> 'db_migrations'`

/**
 * Each query gives lines of text, and the object each is about; a table and the type of its rows are one object. Left out are comments, the
 * order of a table's columns, the owner's name, and what depends on PostgreSQL's version: constraints for NOT NULL, and MAINTAIN.
 */
const queries: readonly string[] = [
  `SELECT ${named('oid')}, concat_ws(' ', relkind, relpersistence, relowner = current_user::regrole, reloptions, relrowsecurity, relforcerowsecurity,
      relreplident, relispartition, relhasrules, relhassubclass, (SELECT amname FROM pg_am WHERE oid = relam), reltablespace)
    FROM pg_class WHERE relnamespace = ${here} AND relkind NOT IN ('i', 'I', 'S') AND ${notOurList}`,
  `SELECT ${named('c.oid')}, concat_ws(' ', 'column', a.attname, CASE c.relkind WHEN 'r' THEN 0 ELSE a.attnum END, format_type(a.atttypid, a.atttypmod),
      a.attnotnull, pg_get_expr(d.adbin, d.adrelid), 'identity', a.attidentity, 'generated', a.attgenerated, a.attstorage, a.attcompression,
      a.attcollation::regcollation, a.attoptions, a.attinhcount)
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relnamespace = ${here} AND c.relkind IN ('r', 'v', 'p', 'm', 'c') AND a.attnum > 0 AND NOT a.attisdropped AND c.${notOurList}`,
  `SELECT coalesce(${named('nullif(conrelid, 0)')}, contypid::regtype::text), concat_ws(' ', conname, pg_get_constraintdef(oid),
      condeferrable, condeferred, convalidated)
    FROM pg_constraint WHERE connamespace = ${here} AND contype <> 'n' AND conrelid IS DISTINCT FROM to_regclass('db_migrations')`,
  `SELECT ${named('indrelid')}, concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid, indisunique, indisprimary, indisclustered,
      indisreplident, indimmediate)
    FROM pg_index WHERE indrelid IN (SELECT oid FROM pg_class WHERE relnamespace = ${here} AND ${notOurList})`,
  `SELECT coalesce((SELECT ${named('d.refobjid')} FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i')
        AND d.refclassid = 'pg_class'::regclass), ${named('c.oid')}),
      concat_ws(' ', 'sequence', c.relname, format_type(s.seqtypid, NULL), s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcache, s.seqcycle,
        'at', pg_sequence_last_value(c.oid), (SELECT a.attname FROM pg_depend d JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
          WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i')))
    FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid WHERE c.relnamespace = ${here}`,
  `SELECT p.oid::regprocedure::text, concat_ws(' ', pg_get_function_arguments(p.oid), pg_get_function_result(p.oid), l.lanname, prokind,
      provolatile, prosecdef, proisstrict, proleakproof, proparallel, procost, prorows, proconfig, proowner = current_user::regrole, prosrc)
    FROM pg_proc p JOIN pg_language l ON l.oid = prolang WHERE pronamespace = ${here}`,
  `SELECT ${named('tgrelid')}, concat_ws(' ', pg_get_triggerdef(t.oid), tgenabled) FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid
    WHERE c.relnamespace = ${here} AND NOT tgisinternal`,
  `SELECT 'event trigger ' || evtname, concat_ws(' ', evtevent, evtfoid::regproc) FROM pg_event_trigger`,
  `SELECT ${named('ev_class')}, concat_ws(' ', rulename, pg_get_ruledef(r.oid)) FROM pg_rewrite r JOIN pg_class c ON c.oid = ev_class
    WHERE c.relnamespace = ${here}`,
  `SELECT e.oid::regtype::text, concat_ws(' ', 'type', t.typtype, t.typcategory, t.typnotnull, nullif(t.typbasetype, 0)::regtype, t.typdefault,
      t.typowner = current_user::regrole, (SELECT array_agg(enumlabel ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = t.oid))
    FROM ${types}`,
  `SELECT tablename, p::text FROM pg_policies p WHERE schemaname = 'public'`,
  `SELECT 'extension ' || extname, '' FROM pg_extension`,
  `SELECT 'schema ' || nspname, '' FROM pg_namespace WHERE nspname NOT LIKE 'pg\\_t%'`,
  `SELECT 'statistics ' || stxname, '' FROM pg_statistic_ext`,
  `SELECT 'publication ' || pubname, '' FROM pg_publication`,
  `SELECT o.name, concat_ws(' ', 'granted', o.part, CASE x.grantee WHEN 0 THEN 'public' WHEN current_user::regrole THEN 'owner'
        ELSE x.grantee::regrole::text END, x.privilege_type, x.is_grantable)
    FROM (SELECT ${named('oid')} AS name, '' AS part,
            coalesce(relacl, acldefault(CASE relkind WHEN 'S' THEN 's' ELSE 'r' END::"char", relowner)) AS acl
            FROM pg_class WHERE relnamespace = ${here} AND relkind NOT IN ('i', 'I') AND ${notOurList}
          UNION ALL SELECT ${named('attrelid')}, attname, attacl FROM pg_attribute WHERE attacl IS NOT NULL
            AND attrelid IN (SELECT oid FROM pg_class WHERE relnamespace = ${here})
          UNION ALL SELECT oid::regprocedure::text, '', coalesce(proacl, acldefault('f', proowner)) FROM pg_proc WHERE pronamespace = ${here}
          UNION ALL SELECT e.oid::regtype::text, 'type', coalesce(t.typacl, acldefault('T', t.typowner)) FROM ${types}) o, aclexplode(o.acl) x
    WHERE x.privilege_type <> 'MAINTAIN'`,
  `SELECT 'schema public', concat_ws(' ', 'granted', CASE x.grantee WHEN 0 THEN 'public' ELSE x.grantee::regrole::text END, x.privilege_type, x.is_grantable)
    FROM pg_namespace, aclexplode(nspacl) x WHERE nspname = 'public' AND x.grantee IS DISTINCT FROM nspowner`,
  `SELECT 'default privileges', concat_ws(' ', defaclrole::regrole, defaclobjtype, defaclacl) FROM pg_default_acl`,
]

/** Reads a database's catalogue and seeded rows as sorted lines of text, by the object they are about. */
export async function wholeCatalogue(client: pg.ClientBase): Promise<ReadonlyMap<string, readonly string[]>> {
  const objects = new Map<string, string[]>()
  const add = (object: string, line: string): void => {
    const lines = objects.get(object) ?? []
    objects.set(object, [...lines, line])
  }
  for (const sql of [...queries, ...(await seedQueries(client))]) {
    const { rows } = await client.query<{ object: string; line: string }>(
      `SELECT object, line FROM (${sql}) AS q (object, line)`,
    )
    for (const { object, line } of rows) add(object, line)
  }
  return new Map(
    [...objects].sort(([a], [b]) => (a < b ? -1 : 1)).map(([object, lines]) => [object, lines.sort()]),
  )
}

/** Queries for the rows of every table; of the one with the moments at which it was made and changed, all but these. */
async function seedQueries(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = ${here} AND relkind = 'r' AND ${notOurList} ORDER BY 1`,
  )
  return rows.map(({ name }) => {
    const row = name === 'trust_receipts_since' ? "to_jsonb(t) - 'at' - 'fills_at'" : 'to_jsonb(t)'
    return `SELECT '${name}', concat('row ', ${row}) FROM "${name}" t`
  })
}

/** Writes one line per object, with the digest of its lines: the form of the reviewed file. */
export const writtenCatalogue = (objects: ReadonlyMap<string, readonly string[]>): string =>
  [...objects]
    .map(
      ([object, lines]) =>
        `${createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)}  ${object}\n`,
    )
    .join('')
