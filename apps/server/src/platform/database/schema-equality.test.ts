import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBaseline } from './baseline.ts'
import { withClient } from './database-server.ts'
import { migrate } from './migrate.ts'
import { emptyDatabase, type TestDatabase } from './test-database.ts'

let steps: TestDatabase
let schema: TestDatabase
let rolesBefore: string[]

beforeAll(async () => {
  steps = await emptyDatabase()
  schema = await emptyDatabase()
  await migrate(steps.owner)
  await withClient(schema.owner, async (client) => {
    rolesBefore = await linesOf(client, 'role', roles)
    await client.query('BEGIN')
    await client.query(readBaseline().sql)
    await client.query('COMMIT')
  })
})
afterAll(async () => {
  await steps.dispose()
  await schema.dispose()
})

const here = "'public'::regnamespace"
const roles = `SELECT concat_ws(' ', rolname, rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolcanlogin, rolreplication,
    rolbypassrls, rolconnlimit, rolvaliduntil, rolconfig) FROM pg_roles WHERE rolname LIKE 'candor%' OR rolname = current_user
  UNION ALL SELECT concat_ws(' ', roleid::regrole, member::regrole, admin_option) FROM pg_auth_members`

/** Each query gives one line of text per object; comments, the order of columns and NOT VALID are left out. */
const queries: Readonly<Record<string, string>> = {
  relation: `SELECT concat_ws(' ', relname, relkind, relpersistence, relowner::regrole, reloptions, relrowsecurity, relforcerowsecurity,
      relreplident, relispartition, relhasrules, relhassubclass, (SELECT amname FROM pg_am WHERE oid = relam), reltablespace)
    FROM pg_class WHERE relnamespace = ${here} AND relkind <> 'i' AND relname <> 'db_migrations'`,
  column: `SELECT concat_ws(' ', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN 'not null' END,
      'default', pg_get_expr(d.adbin, d.adrelid), 'identity', a.attidentity, 'generated', a.attgenerated, a.attstorage, a.attcompression,
      a.attcollation::regcollation, a.attoptions, a.attstattarget, a.attinhcount)
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relnamespace = ${here} AND c.relkind IN ('r', 'v', 'p', 'm', 'c') AND a.attnum > 0 AND NOT a.attisdropped
      AND c.relname <> 'db_migrations'`,
  constraint: `SELECT concat_ws(' ', conrelid::regclass, contypid::regtype, conname, replace(pg_get_constraintdef(oid), ' NOT VALID', ''),
      condeferrable, condeferred)
    FROM pg_constraint WHERE connamespace = ${here} AND contype <> 'n' AND conrelid::regclass::text <> 'db_migrations'`,
  index: `SELECT concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid, indisunique, indisprimary, indisclustered, indisreplident, indimmediate)
    FROM pg_index WHERE indrelid IN (SELECT oid FROM pg_class WHERE relnamespace = ${here} AND relname <> 'db_migrations')`,
  sequence: `SELECT concat_ws(' ', s.*, (SELECT concat_ws('.', d.refobjid::regclass, a.attname) FROM pg_depend d JOIN pg_attribute a
      ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
      WHERE d.objid = (quote_ident(s.schemaname) || '.' || quote_ident(s.sequencename))::regclass AND d.deptype IN ('a', 'i')))
    FROM pg_sequences s WHERE s.schemaname = 'public'`,
  function: `SELECT concat_ws(' ', p.oid::regprocedure, pg_get_function_arguments(p.oid), pg_get_function_result(p.oid), l.lanname, prokind,
      provolatile, prosecdef, proisstrict, proleakproof, proparallel, procost, prorows, proconfig, proowner::regrole, prosrc)
    FROM pg_proc p JOIN pg_language l ON l.oid = prolang WHERE pronamespace = ${here}`,
  trigger: `SELECT concat_ws(' ', pg_get_triggerdef(t.oid), tgenabled) FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid
    WHERE c.relnamespace = ${here} AND NOT tgisinternal UNION ALL SELECT concat_ws(' ', evtname, evtevent, evtfoid::regproc) FROM pg_event_trigger`,
  rule: `SELECT concat_ws(' ', tablename, rulename, definition) FROM pg_rules WHERE schemaname = 'public'
    UNION ALL SELECT concat_ws(' ', viewname, viewowner, definition) FROM pg_views WHERE schemaname = 'public'`,
  type: `SELECT concat_ws(' ', typname, typtype, typcategory, typnotnull, typbasetype::regtype, typdefault, typowner::regrole,
      (SELECT array_agg(enumlabel ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = t.oid)) FROM pg_type t
    WHERE typnamespace = ${here} AND typname NOT IN ('db_migrations', '_db_migrations')`,
  policy: `SELECT p::text FROM pg_policies p`,
  extension: `SELECT concat_ws(' ', extname, extversion) FROM pg_extension UNION ALL SELECT concat_ws(' ', nspname, nspowner::regrole) FROM pg_namespace
      WHERE nspname NOT LIKE 'pg_t%' UNION ALL SELECT stxname FROM pg_statistic_ext UNION ALL SELECT pubname FROM pg_publication`,
  grant: `SELECT concat_ws(' ', o.what, o.name, x.grantor::regrole, CASE x.grantee WHEN 0 THEN 'public' ELSE x.grantee::regrole::text END,
      x.privilege_type, x.is_grantable)
    FROM (SELECT 'relation' AS what, relname AS name, coalesce(relacl, acldefault(CASE relkind WHEN 'S' THEN 's' ELSE 'r' END::"char", relowner)) AS acl
            FROM pg_class WHERE relnamespace = ${here} AND relkind <> 'i' AND relname <> 'db_migrations'
          UNION ALL SELECT 'column', attrelid::regclass || '.' || attname, attacl FROM pg_attribute WHERE attacl IS NOT NULL
            AND attrelid IN (SELECT oid FROM pg_class WHERE relnamespace = ${here})
          UNION ALL SELECT 'function', oid::regprocedure::text, coalesce(proacl, acldefault('f', proowner)) FROM pg_proc WHERE pronamespace = ${here}
          UNION ALL SELECT 'schema', nspname, coalesce(nspacl, acldefault('n', nspowner)) FROM pg_namespace WHERE nspname = 'public'
          UNION ALL SELECT 'type', oid::regtype::text, coalesce(typacl, acldefault('T', typowner)) FROM pg_type WHERE typnamespace = ${here}
            AND typname NOT IN ('db_migrations', '_db_migrations')
          UNION ALL SELECT 'database', '', coalesce(datacl, acldefault('d', datdba)) FROM pg_database WHERE datname = current_database()
          UNION ALL SELECT 'default', concat(defaclrole::regrole, defaclnamespace::regnamespace, defaclobjtype), defaclacl FROM pg_default_acl) o,
         aclexplode(o.acl) x`,
  setting: `SELECT concat_ws(' ', setrole, setconfig) FROM pg_db_role_setting
    WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  role: roles,
}

async function linesOf(client: pg.Client, kind: string, sql: string): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`SELECT line FROM (${sql}) AS q (line)`)
  return rows.map(({ line }) => `${kind}: ${line}`).sort()
}

/** The seeded rows of every table; of the one that holds the moment it was made, all but that moment. */
async function seeds(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = ${here} AND relkind = 'r' AND relname <> 'db_migrations'`,
  )
  const found = []
  for (const { name } of tables) {
    const row = name === 'trust_receipts_since' ? "to_jsonb(t) - 'at'" : 'to_jsonb(t)'
    found.push(...(await linesOf(client, `row of ${name}`, `SELECT (${row})::text FROM ${name} t`)))
  }
  return found.sort()
}

async function catalogueOf(client: pg.Client): Promise<string[]> {
  const found = []
  for (const [kind, sql] of Object.entries(queries)) found.push(...(await linesOf(client, kind, sql)))
  return [...found, ...(await seeds(client))]
}

const differences = (a: readonly string[], b: readonly string[]) => {
  const [left, right] = [new Set(a), new Set(b)]
  return [
    ...a.filter((line) => !right.has(line)).map((line) => `- ${line}`),
    ...b.filter((line) => !left.has(line)).map((line) => `+ ${line}`),
  ]
}

test('a database made from the schema is equal to one made by the steps', async () => {
  const before = await withClient(steps.owner, catalogueOf)
  const after = await withClient(schema.owner, catalogueOf)
  expect(before.length).toBeGreaterThan(2_000)
  expect(new Set(before).size).toBe(before.length)
  expect(differences(before, after)).toEqual([])
  expect(after.length).toBe(before.length)
  expect(after.filter((line) => line.startsWith('role:'))).toEqual(rolesBefore)
})

const planted: Readonly<Record<string, string>> = {
  'a table': 'CREATE TABLE extra (id int)',
  'a table that is not logged': 'ALTER TABLE outbox_letters SET UNLOGGED',
  'a fill factor': 'ALTER TABLE ledger_accounts RESET (fillfactor)',
  'a type of a column': 'ALTER TABLE ledger_postings ALTER COLUMN created_at TYPE timestamp',
  'a column that may be null': 'ALTER TABLE ledger_postings ALTER COLUMN created_at DROP NOT NULL',
  'a default': 'ALTER TABLE ledger_accounts ALTER COLUMN held SET DEFAULT 1',
  'an identity': 'ALTER TABLE ledger_entries ALTER COLUMN seq SET GENERATED BY DEFAULT',
  'a generated column': 'ALTER TABLE trust_audit ALTER COLUMN actor DROP EXPRESSION',
  'a storage': 'ALTER TABLE markets_quote_ticks ALTER COLUMN packed SET STORAGE EXTENDED',
  'a column': 'ALTER TABLE content_articles DROP COLUMN image',
  'a check': 'ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_purposes',
  'a name of a constraint': 'ALTER TABLE ledger_accounts RENAME CONSTRAINT ledger_accounts_purposes TO other',
  'a check of another meaning': `ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_never_negative,
    ADD CONSTRAINT ledger_accounts_never_negative CHECK (balance > 0 OR class = 'world')`,
  'a foreign key': `ALTER TABLE loan_days DROP CONSTRAINT loan_days_loan_id_fkey,
    ADD CONSTRAINT loan_days_loan_id_fkey FOREIGN KEY (loan_id) REFERENCES loans (id) ON DELETE CASCADE`,
  'an index': 'DROP INDEX ledger_holds_open',
  'a predicate of an index':
    'DROP INDEX ledger_holds_open; CREATE INDEX ledger_holds_open ON ledger_holds (account)',
  'a sequence': 'ALTER SEQUENCE ledger_entries_seq_seq INCREMENT BY 2',
  'a place of a sequence': "SELECT setval('ledger_entries_seq_seq', 5)",
  'a body of a function':
    "CREATE OR REPLACE FUNCTION ledger_refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
  'a volatility': 'ALTER FUNCTION accounts_is_closed VOLATILE',
  'a security': 'ALTER FUNCTION ledger_lock_accounts SECURITY INVOKER',
  'a search path': 'ALTER FUNCTION ledger_lock_accounts RESET search_path',
  'a setting of a function': 'ALTER FUNCTION ledger_post_steps RESET enable_seqscan',
  'an owner': 'ALTER FUNCTION accounts_is_closed OWNER TO candor_app',
  'a trigger': 'DROP TRIGGER loans_move ON loans',
  'a trigger that is off': 'ALTER TABLE loans DISABLE TRIGGER loans_move',
  'a view': "CREATE OR REPLACE VIEW orders_all AS SELECT * FROM (TABLE orders_all) v WHERE mode = 'real'",
  'a rule': 'CREATE RULE none AS ON DELETE TO loans DO INSTEAD NOTHING',
  'a domain': 'CREATE DOMAIN amount AS bigint CHECK (VALUE > 0)',
  'an enum': "CREATE TYPE side AS ENUM ('buy', 'sell')",
  'a composite type': 'CREATE TYPE pair AS (a int, b int)',
  'a grant': 'GRANT DELETE ON ledger_postings TO candor_app',
  'a grant taken away': 'REVOKE SELECT ON ledger_postings FROM candor_app',
  'a grant of a column': 'GRANT UPDATE (balance) ON ledger_accounts TO candor_app',
  'a grant of a function': 'GRANT EXECUTE ON FUNCTION ledger_take_back TO PUBLIC',
  'a grant of a sequence': 'GRANT USAGE ON SEQUENCE ledger_entries_seq_seq TO candor_app',
  'a grant of the schema': 'GRANT CREATE ON SCHEMA public TO candor_app',
  'a default privilege': 'ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO candor_app',
  'a row security': 'ALTER TABLE loans ENABLE ROW LEVEL SECURITY',
  'a policy': 'CREATE POLICY own ON loans USING (true)',
  'a role': 'ALTER ROLE candor_app CREATEDB',
  'a setting of a role': "ALTER ROLE candor_app SET statement_timeout = '1s'",
  'a setting of a role here':
    "DO $$ BEGIN EXECUTE format('ALTER ROLE candor_app IN DATABASE %I SET work_mem = 999', current_database()); END $$",
  'a seeded row more': "INSERT INTO ledger_classes VALUES ('other')",
  'a seeded row less': "DELETE FROM ledger_permitted WHERE kind = 'deposit'",
  'a seeded row of another meaning': "UPDATE ledger_permitted SET bounded = false WHERE kind = 'withdrawal'",
  'a default row': 'DELETE FROM orders_lease',
}

test('a planted difference of each kind is found, and a comment or the order of columns is none', async () => {
  const before = await withClient(steps.owner, catalogueOf)
  await withClient({ ...schema.owner, user: 'postgres' }, async (client) => {
    const found = async (sql: string) => {
      await client.query('BEGIN')
      try {
        await client.query(sql)
        return differences(before, await catalogueOf(client)).filter((line) => !/: postgres /.test(line))
      } finally {
        await client.query('ROLLBACK')
      }
    }
    expect(await found("COMMENT ON TABLE loans IS 'other'")).toEqual([])
    for (const [what, sql] of Object.entries(planted)) expect(await found(sql), what).not.toEqual([])
  })
})
