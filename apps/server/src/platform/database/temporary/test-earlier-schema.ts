import type pg from 'pg'
import { readEarlierSchemas } from '../baseline.ts'
import { withClient } from '../database-server.ts'
import { baselineName, type Migration, migrate, readDatabaseSchema, readMigrations } from '../migrate.ts'

/**
 * Undoes what `earlier-schemas.json` does to a database of the schema with parallel arrays. The functions have the parameters that they
 * had, and refuse: only that they are replaced is tested.
 */
const toParallelArrays = `
  DROP FUNCTION orders_commit;
  DROP FUNCTION ledger_post_steps;
  DROP TYPE order_key, order_event, order_change, order_insert;
  DROP TYPE ledger_reservation, ledger_step, ledger_posting, ledger_outcome, ledger_action;
  ALTER TABLE orders_last_batch ALTER COLUMN results TYPE integer[] USING NULL;
  CREATE FUNCTION ledger_post_steps(
    p_at timestamptz, p_postings text[], p_references text[], p_same int[], p_accounts bigint[], p_holds text[], p_kinds text[],
    s_posting int[], s_do int[], s_kind int[], s_from int[], s_to int[], s_cover int[], s_minor bigint[], s_hold int[],
    p_reservations jsonb, OUT outcomes int[], OUT faults bigint[], OUT changed bigint[]
  ) LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN RAISE EXCEPTION 'of the earlier schema'; END $$;
  CREATE FUNCTION orders_commit(
    p_fence bigint, p_batch bigint, p_at timestamptz, p_item_posting int[],
    p_postings text[], p_references text[], p_same int[], p_accounts bigint[], p_holds text[], p_kinds text[],
    s_posting int[], s_do int[], s_kind int[], s_from int[], s_to int[], s_cover int[], s_minor bigint[], s_hold int[],
    k_n int[], k_user uuid[], k_key uuid[], k_call text[], k_hash text[], k_answer text[],
    o_n int[], o_id uuid[], o_sequence bigint[], o_public uuid[], o_user uuid[], o_mode text[], o_code text[],
    o_direction text[], o_kind text[], o_lots bigint[], o_leverage int[], o_price bigint[], o_margin bigint[],
    o_stop bigint[], o_target bigint[], o_fee bigint[], o_terms text[], o_at bigint[],
    e_n int[], e_order uuid[], e_number int[], e_kind text[], e_at bigint[], e_facts text[],
    p_changes jsonb, p_rows jsonb, p_quotes jsonb, p_notices jsonb, p_action jsonb,
    OUT results int[], OUT answers json, OUT balances jsonb
  ) LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'of the earlier schema'; END $$;
  UPDATE orders_last_batch SET fence = 7, batch = 3, results = '{0,2,9}';`

/** Migrations that a database of an earlier schema can have: those before the first that replaces these functions. */
export const migrationsOfThen = (): Migration[] => readMigrations().filter(({ name }) => name < '0015')

/** Fills a database while its functions are still those of the present schema. */
export type Fill = () => Promise<unknown>

/** Makes an empty database one of the schema with parallel arrays, with these migrations. */
export async function makeEarlierDatabase(
  owner: pg.PoolConfig,
  fill: Fill = async () => {},
  migrations: readonly Migration[] = [],
): Promise<void> {
  await migrate(owner, { ...readDatabaseSchema(), migrations })
  await fill()
  await withClient(owner, toEarlierSchema)
}

/** Makes a database of the present schema one of the schema with parallel arrays; its migrations stay. */
async function toEarlierSchema(client: pg.Client): Promise<void> {
  await client.query(toParallelArrays)
  await client.query('UPDATE db_migrations SET checksum = $1 WHERE name = $2', [
    readEarlierSchemas()[0]?.checksum,
    baselineName,
  ])
}

/** Makes an empty database one of the present schema with the former posting function. */
export async function makeDatabaseOfFormerPosting(owner: pg.PoolConfig): Promise<void> {
  await migrate(owner, { ...readDatabaseSchema(), migrations: migrationsOfThen() })
  await withClient(owner, toFormerPosting)
}

async function toFormerPosting(client: pg.Client): Promise<void> {
  await client.query(`
    CREATE OR REPLACE FUNCTION ledger_post_steps(
      p_at timestamptz, p_postings ledger_posting[], p_steps ledger_step[], p_accounts bigint[], p_holds text[],
      p_reservations ledger_reservation[], OUT outcomes ledger_outcome[], OUT faults bigint[], OUT changed bigint[]
    ) LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN RAISE EXCEPTION 'of the earlier schema'; END $$`)
  await client.query('UPDATE db_migrations SET checksum = $1 WHERE name = $2', [
    readEarlierSchemas()[1]?.checksum,
    baselineName,
  ])
}

/** Reads columns, attributes of composite types in order, labels of enums, functions, and their grants. */
export async function catalogueOf(client: pg.Client): Promise<readonly { readonly text: string }[]> {
  const { rows } = await client.query<{ text: string }>(`
    SELECT concat_ws(' ', c.relkind, c.relname, a.attname, CASE c.relkind WHEN 'c' THEN a.attnum END,
             format_type(a.atttypid, a.atttypmod), a.attnotnull, c.relacl, a.attacl) AS text
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'c') AND a.attnum > 0 AND NOT a.attisdropped
    UNION ALL SELECT concat_ws(' ', t.typname, e.enumlabel, e.enumsortorder, t.typacl)
      FROM pg_enum e JOIN pg_type t ON t.oid = e.enumtypid
    UNION ALL SELECT concat_ws(' ', pg_get_functiondef(p.oid), p.proacl, obj_description(p.oid, 'pg_proc'))
      FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f'
     ORDER BY 1`)
  return rows
}
