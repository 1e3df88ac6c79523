import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checksumOfStatements, readBaseline, readFormerSteps } from './baseline.ts'
import { withClient } from './database-server.ts'
import { readMigrations } from './migrate.ts'
import { temporaryDataDir } from './temporary/temporary-data-dir.ts'
import { freshDatabase, type TestDatabase } from './temporary/test-database.ts'
import type { Migration } from './upgrade/migration.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.dispose())

const folder = fileURLToPath(new URL('schema', import.meta.url))

test('I13.5: every file of the schema is listed once in the order in which they are read', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  const listed = readFileSync(`${folder}/order.txt`, 'utf8').trim().split('\n')
  expect(listed.map((name) => `${name}.sql`).sort()).toEqual(files.sort())
})

test('I13.5: every table, view, function and type has a comment in the database with its purpose', async () => {
  const { rows } = await withClient(db.owner, (client) =>
    client.query<{ name: string }>(`
      SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v')
         AND relname <> 'db_migrations' AND obj_description(oid, 'pg_class') IS NULL
      UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND obj_description(oid, 'pg_proc') IS NULL
      UNION ALL SELECT t.typname FROM pg_type t LEFT JOIN pg_class c ON c.oid = t.typrelid
       WHERE t.typnamespace = 'public'::regnamespace AND (t.typtype = 'e' OR c.relkind = 'c') AND obj_description(t.oid, 'pg_type') IS NULL`),
  )
  expect(rows).toEqual([])
})

test('I13.5: a reworded comment leaves the checksum as it is, a changed statement does not', () => {
  const sql =
    "-- Old.\nCREATE TABLE a (\n  id int -- old\n);\nCOMMENT ON TABLE a IS\n  'It''s; old. '\n  'Or not.';\nGRANT x;"
  const reworded = "-- New.\nCREATE TABLE a ( id int );\nCOMMENT ON TABLE a IS 'New; it''s.';\nGRANT x;"
  expect(checksumOfStatements(reworded)).toBe(checksumOfStatements(sql))
  expect(checksumOfStatements(reworded.replace('int', 'bigint'))).not.toBe(checksumOfStatements(sql))
  expect(checksumOfStatements(reworded.replace('GRANT x;', ''))).not.toBe(checksumOfStatements(sql))
})

/** Lists what migrations changed last without a comment of the schema that says so, with the migration. */
function unsaidChanges(schema: string, migrations: readonly Pick<Migration, 'name' | 'sql'>[]) {
  const changed =
    /^(?:ALTER TABLE|DROP (?:FUNCTION|INDEX|TRIGGER)|CREATE OR REPLACE (?:FUNCTION|VIEW)) (\w+)/gm
  const changes = migrations.flatMap(({ name, sql }) =>
    [...sql.matchAll(changed)].map(([, object = '']) => [object, name] as const),
  )
  return [...new Map(changes)].filter(([object, name]) => {
    const made = `^CREATE (?:\\w+ )?\\w+ ${object}\\b`
    const comment = `^-- (Changed|Dropped|Replaced) by the migration ${name}\\.\n${made.slice(1)}`
    return new RegExp(made, 'm').test(schema) && !new RegExp(comment, 'm').test(schema)
  })
}

test('I13.5: the schema says of each table, index and function which migration changed it last', () => {
  const made =
    'CREATE TABLE a (id int);\nCREATE UNIQUE INDEX b ON a (id);\nCREATE FUNCTION c() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;\n'
  const first = {
    name: '0001-first',
    sql: 'ALTER TABLE a ADD COLUMN x int;\nDROP INDEX b;\nDROP INDEX of_a_migration;',
  }
  const second = {
    name: '0002-second',
    sql: 'ALTER TABLE a ADD COLUMN y int;\nCREATE OR REPLACE FUNCTION c() …',
  }
  expect(unsaidChanges(made, [first, second])).toEqual([
    ['a', '0002-second'],
    ['b', '0001-first'],
    ['c', '0002-second'],
  ])
  const commented = made
    .replace('CREATE TABLE', '-- Changed by the migration 0001-first.\nCREATE TABLE')
    .replace('CREATE UNIQUE', '-- Dropped by the migration 0001-first.\nCREATE UNIQUE')
    .replace('CREATE FUNCTION', '-- Replaced by the migration 0002-second.\nCREATE FUNCTION')
  expect(unsaidChanges(commented, [first, second])).toEqual([['a', '0002-second']])
  expect(unsaidChanges(readBaseline().sql, readMigrations())).toEqual([])
})

// Installations were made from these statements: the folder's README says how a change reaches them.
test('I13.5: the schema of the files has the recorded checksum, and is none of the former schemas', () => {
  const { checksum } = readBaseline()
  expect(checksum).toBe(readFileSync(`${folder}/schema.sha256`, 'utf8').trim())
  expect(readFormerSteps().map((step) => step.checksum)).not.toContain(checksum)
})

test('I13.5: a folder without migrations has none, and the README there is none', () => {
  const empty = temporaryDataDir('candor-migrations-')
  try {
    expect(readMigrations(empty)).toEqual([])
    writeFileSync(join(empty, 'README.md'), 'About migrations.')
    mkdirSync(join(empty, '0001-first'))
    writeFileSync(join(empty, '0001-first', 'up.sql'), 'SELECT 1')
    expect(readMigrations(empty)).toMatchObject([{ name: '0001-first', sql: 'SELECT 1' }])
  } finally {
    rmSync(empty, { recursive: true, force: true })
  }
})
