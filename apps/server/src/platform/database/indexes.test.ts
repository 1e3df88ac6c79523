import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase, type TestDatabase } from './temporary/test-database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.dispose())

/**
 * Indexes whose columns are those that another index of their table begins with, in the same order and of the same rows: whatever they
 * serve, the other serves too, and each write pays for both. One that keeps rows unique is needed all the same, unless the other does too.
 */
const redundant = `
  WITH indexes AS (
    SELECT i.indexrelid, i.indrelid, i.indexrelid::regclass::text AS name, i.indisunique,
      COALESCE(pg_get_expr(i.indpred, i.indrelid), '') AS rows, c.relam,
      ARRAY(SELECT pg_get_indexdef(i.indexrelid, n, false) || ' ' || i.indclass[n - 1] || ' ' || i.indcollation[n - 1] || ' ' || i.indoption[n - 1]
        FROM generate_series(1, i.indnkeyatts) n) AS keys, i.indnatts > i.indnkeyatts AS includes
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace s ON s.oid = c.relnamespace
    WHERE s.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
  )
  SELECT one.indrelid::regclass || ': ' || one.name || ' is served by ' || other.name AS found
  FROM indexes one JOIN indexes other USING (indrelid, relam, rows)
  WHERE one.indexrelid <> other.indexrelid AND NOT one.includes
    AND one.keys = other.keys[1:cardinality(one.keys)]
    AND (NOT one.indisunique OR (other.indisunique AND one.keys = other.keys))
    -- Of two equal ones, one is named.
    AND (one.keys <> other.keys OR one.indisunique <> other.indisunique OR one.indexrelid > other.indexrelid)
  ORDER BY 1`
const findRedundant = async () =>
  (await db.pool.query<{ found: string }>(redundant)).rows.map(({ found }) => found)

it('finds an equal index, one that another begins with, and none that keeps rows unique', async () => {
  const client = await db.pool.connect()
  try {
    // Never committed: the catalogue that the other test reads has no trace of it, not even of a table that is just being dropped.
    await client.query(`
      BEGIN;
      CREATE TEMPORARY TABLE planted (a int, b int);
      CREATE INDEX planted_ab ON planted (a, b);
      CREATE INDEX planted_ab_equal ON planted (a, b);
      CREATE INDEX planted_a ON planted (a);
      CREATE INDEX planted_a_some ON planted (a) WHERE b > 0;
      CREATE INDEX planted_a_down ON planted (a DESC);
      CREATE UNIQUE INDEX planted_a_once ON planted (a);`)
    const { rows } = await client.query<{ found: string }>(redundant)
    expect(rows.map(({ found }) => found).filter((found) => found.startsWith('planted'))).toEqual([
      'planted: planted_a is served by planted_a_once',
      'planted: planted_a is served by planted_ab',
      'planted: planted_a is served by planted_ab_equal',
      'planted: planted_ab_equal is served by planted_ab',
    ])
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
})

it('no index of a table duplicates another one', async () => {
  expect(await findRedundant()).toEqual([])
})
