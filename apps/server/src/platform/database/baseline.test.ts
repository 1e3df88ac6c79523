import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checksumOfStatements, readBaseline, readEarlierSchemas, readFormerSteps } from './baseline.ts'
import { withClient } from './database-server.ts'
import { readMigrations } from './migrate.ts'
import { freshDatabase, type TestDatabase } from './temporary/test-database.ts'

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

test('I13.5: the schema says of each table, index and function which migration changed it last', () => {
  const sql = readBaseline().sql
  const changed =
    /^(?:ALTER TABLE|DROP (?:FUNCTION|INDEX|TRIGGER)|CREATE OR REPLACE (?:FUNCTION|VIEW)) (\w+)/gm
  const changes = readMigrations().flatMap(({ name, sql: text }) =>
    [...text.matchAll(changed)].map(([, object]) => [object, name] as const),
  )
  expect(changes.length).toBeGreaterThan(0)
  const unsaid = [...new Map(changes)].filter(
    ([object, name]) =>
      new RegExp(`^CREATE \\w+ ${object}\\b`, 'm').test(sql) &&
      !new RegExp(
        `^-- (Changed|Dropped|Replaced) by the migration ${name}\\.\nCREATE \\w+ ${object}\\b`,
        'm',
      ).test(sql),
  )
  expect(unsaid).toEqual([])
})

// Installations were made from these statements: the folder's README says how a change reaches them.
test('I13.5: the schema of the files has the recorded checksum, and former steps lead to it or to an earlier one', () => {
  const { checksum } = readBaseline()
  expect(checksum).toBe(readFileSync(`${folder}/schema.sha256`, 'utf8').trim())
  const accepted = [checksum, ...readEarlierSchemas().map((earlier) => earlier.checksum)]
  expect(accepted).toContain(readFormerSteps().equal)
})
