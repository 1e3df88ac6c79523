import type pg from 'pg'
import { withClient } from '../database-server.ts'

/**
 * For tests: refuses every statement that writes one row of a table, so that each attempt fails as by an unforeseen fault.
 * Returns the function that repairs it.
 */
export async function breakRow(
  owner: pg.PoolConfig,
  {
    table,
    column = 'id',
    value,
  }: { readonly table: string; readonly column?: string; readonly value: string },
): Promise<() => Promise<void>> {
  await withClient(owner, (client) =>
    client.query(`
      CREATE FUNCTION break_row() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF to_jsonb(coalesce(NEW, OLD)) ->> '${column}' = '${value}' THEN RAISE EXCEPTION 'this row is broken'; END IF;
        RETURN coalesce(NEW, OLD);
      END
      $$;
      CREATE TRIGGER break_row BEFORE INSERT OR UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION break_row()`),
  )
  return () =>
    withClient(owner, async (client) => void (await client.query('DROP FUNCTION break_row() CASCADE')))
}
