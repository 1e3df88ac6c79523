import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { foreignTables, tableOwners } from './foreign-tables.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const tablesIn = (file: string, text: string) =>
  foreignTables([{ file: `apps/server/src/${file}`, text }]).map(({ line, table, owner }) => [
    line,
    table,
    owner,
  ])

test('I13.2: SQL on a table of another module is found in a text, in a template and in the query builder', () => {
  expect(tablesIn('loans/a.ts', "query('SELECT 1 FROM ledger_accounts a, nft_works w')")).toEqual([
    [1, 'ledger_accounts', 'ledger'],
    [1, 'nft_works', 'nft'],
  ])
  expect(
    tablesIn('loans/a.ts', 'sql`\n  UPDATE \u0024{name} SET a = (SELECT id\n FROM orders_contracts)`'),
  ).toEqual([[1, 'orders_contracts', 'trading']])
  expect(
    tablesIn('nft/a.ts', "\ndb.selectFrom('nft_works').leftJoin('operators_people as p', 'p.id', 'by')"),
  ).toEqual([[2, 'operators_people', 'back-office']])
  expect(tablesIn('nft/a.ts', "query('DELETE FROM loans')")).toEqual([[1, 'loans', 'loans']])
  expect(tablesIn('app/a.ts', "db.insertInto('http_idempotency')")).toEqual([
    [1, 'http_idempotency', 'platform'],
  ])
})

test('I13.2: SQL in small letters, in a list of tables, with a schema or in quotes is found too', () => {
  const foreign = [[1, 'loans', 'loans']]
  expect(tablesIn('nft/a.ts', "query('select 1 from loans')")).toEqual(foreign)
  expect(tablesIn('nft/a.ts', "query('SELECT 1 FROM nft_works w, loans l')")).toEqual(foreign)
  expect(tablesIn('nft/a.ts', "query('DELETE FROM nft_works USING loans')")).toEqual(foreign)
  expect(tablesIn('nft/a.ts', `query('SELECT 1 FROM public."loans"')`)).toEqual(foreign)
  expect(tablesIn('nft/a.ts', "db.selectFrom(['nft_works', 'loans as l'])")).toEqual(foreign)
  expect(tablesIn('nft/a.ts', "db.updateTable('nft_works').from('loans')")).toEqual(foreign)
  expect(tablesIn('nft/a.ts', "db.mergeInto('loans')")).toEqual(foreign)
  expect(
    tablesIn('nft/a.ts', "log('money comes from loans'); query('SELECT a, loans FROM nft_works')"),
  ).toEqual([])
})

test('I13.2: the owner’s own SQL, views, words, names of columns and what judges from outside are not found', () => {
  expect(
    tablesIn('trading/a.ts', "query('SELECT 1 FROM orders_contracts JOIN options_orders USING (id)')"),
  ).toEqual([])
  expect(
    tablesIn('loans/a.ts', "db.selectFrom('operators_names'); query('SELECT 1 FROM orders_all')"),
  ).toEqual([])
  expect(
    tablesIn('nft/a.ts', "say('SELECT is no word about loans'); seal('operators_people.totp_secret')"),
  ).toEqual([])
  const foreign = "query('SELECT 1 FROM ledger_accounts')"
  for (const file of [
    'nft/a.test.ts',
    'testing/test-app.ts',
    'simulator/a.ts',
    'platform/database/probes/a.ts',
  ])
    expect(tablesIn(file, foreign)).toEqual([])
})

test('I13.2: a table of a migration belongs to the module that owns the tables of the same first word', () => {
  const folder = mkdtempSync(join(tmpdir(), 'candor-tables-'))
  folders.push(folder)
  mkdirSync(join(folder, 'schema'))
  mkdirSync(join(folder, 'migrations/0001-more'), { recursive: true })
  writeFileSync(
    join(folder, 'schema/options.sql'),
    'CREATE TABLE options_orders (id int);\nCREATE VIEW options_all AS SELECT 1;',
  )
  writeFileSync(
    join(folder, 'migrations/0001-more/up.sql'),
    'CREATE TABLE options_more (id int);\nCREATE TABLE new_one (id int);',
  )
  expect([...tableOwners(folder)]).toEqual([
    ['options_orders', 'trading'],
    ['options_more', 'trading'],
    ['new_one', 'new'],
  ])
})
