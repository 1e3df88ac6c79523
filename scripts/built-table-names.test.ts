import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { builtTableNames, reviewedNames } from './built-table-names.ts'
import { foreignTables } from './foreign-tables.ts'
import { serverDir } from './judged-sources.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const inFile = (text: string, file = 'nft/a.ts') => [{ file: `${serverDir}/${file}`, text }]
const namesIn = (text: string) => builtTableNames(inFile(text)).map(({ expression }) => expression)

test('I13.2: a table that SQL names by an expression is found', () => {
  expect(namesIn('query(`SELECT 1 FROM \u0024{table}`)')).toEqual(['table'])
  expect(namesIn('const [table] = column.split(1)\nsql`UPDATE \u0024{table} SET a = 1`')).toEqual(['table'])
  expect(namesIn('const f = (table) => sql`INSERT INTO \u0024{sql.table(table)} VALUES (1)`')).toEqual([
    'sql.table(table)',
    'table',
  ])
  expect(namesIn("query('DELETE FROM ' + names[0])")).toEqual(['names[0]'])
  expect(namesIn('import { table } from "./tables.ts"\ndb.selectFrom(table)')).toEqual(['table'])
  expect(namesIn("const table = wide ? 'nft_works' : other()\ndb.updateTable(table)")).toEqual(['table'])
})

test('I13.2: a table that another place adds to a text, or that a list, small letters or an update name, is found', () => {
  expect(namesIn("const head = 'SELECT 1 FROM '\nquery(head + table)")).toEqual(["'SELECT 1 FROM '"])
  expect(namesIn("query('SELECT 1 ' + 'FROM ' + table)")).toEqual(['table'])
  expect(namesIn('query(`SELECT 1 FROM nft_works w, \u0024{table}`)')).toEqual(['table'])
  expect(namesIn('query(`DELETE FROM nft_works USING \u0024{table}`)')).toEqual(['table'])
  expect(namesIn('query(`SELECT 1 FROM public.\u0024{table}`)')).toEqual(['table'])
  expect(namesIn('query(`select 1 from \u0024{table}`)')).toEqual(['table'])
  expect(namesIn("db.updateTable('nft_works').from(table)")).toEqual(['table'])
  expect(
    namesIn('Buffer.from(table); log(`read from \u0024{table}`); query("SELECT 1 FOR UPDATE ")'),
  ).toEqual([])
})

test('I13.2: a constant of literals, a subquery and a time are no table that is built, and a foreign constant is found', () => {
  const constants = "const tables = { a: 'nft_works', b: 'nft_bids' } as const\n"
  expect(namesIn(`${constants}query(\`SELECT 1 FROM \u0024{tables[name]}\`)`)).toEqual([])
  expect(
    namesIn(
      "const [table, unit] = wide ? ['nft_works', a()] : ['nft_bids', 2]\nsql`UPDATE \u0024{table} SET a = 1`",
    ),
  ).toEqual([])
  expect(
    namesIn('const rows = `jsonb_to_recordset(\u0024{at})`\nquery(`SELECT 1 FROM \u0024{rows}`)'),
  ).toEqual([])
  expect(
    namesIn("db.selectFrom('nft_works').innerJoin((eb) => eb.selectFrom('nft_bids'), (join) => join)"),
  ).toEqual([])
  expect(
    namesIn('sql`SELECT extract(epoch FROM \u0024{start}) WHERE id IS DISTINCT FROM \u0024{id}`'),
  ).toEqual([])
  const foreign = "const table = 'ledger_accounts'\nquery(`SELECT 1 FROM \u0024{table}`)"
  expect(foreignTables(inFile(foreign)).map(({ line, table }) => [line, table])).toEqual([
    [2, 'ledger_accounts'],
  ])
})

test('I13.2: every reviewed expression still names a table in its file', () => {
  for (const [file, expressions] of Object.entries(reviewedNames)) {
    const text = readFileSync(join(root, serverDir, file), 'utf8')
    for (const expression of Object.keys(expressions))
      expect(text, `${file}: ${expression}`).toMatch(
        new RegExp(`\\b(FROM|JOIN|INTO|UPDATE|TABLE) "?\\$\\{${expression.replaceAll(/[.()]/g, '\\$&')}\\}`),
      )
  }
})
