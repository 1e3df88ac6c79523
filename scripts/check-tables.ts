// SQL on a table belongs to the module that owns it. Others call a function of the owner, or read a view that it makes for them.
// States move by the tables of packages/rules.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { storedStates } from '../apps/server/src/platform/database/probes/probe-state-tables.ts'
import { builtTableNames } from './built-table-names.ts'
import { foreignSchemaTables, hiddenSql } from './foreign-schema-tables.ts'
import { foreignTables, schemaFiles, tableOwners } from './foreign-tables.ts'
import { isJudged } from './judged-sources.ts'
import { freeMoves } from './state-moves.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const server = 'apps/server/src'

const sources = readdirSync(join(root, server), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ file: `${server}/${name}`, text: readFileSync(join(root, server, name), 'utf8') }))
const owners = tableOwners()
const schema = schemaFiles()
const faults = [
  ...foreignTables(sources, owners).map(
    ({ file, line, table, owner }) => `${file}:${line}: ${table} belongs to ${owner}`,
  ),
  ...builtTableNames(sources).map(
    ({ file, line, expression }) =>
      `${file}:${line}: a table is named by ${expression}, which is no constant of this file`,
  ),
  ...foreignSchemaTables(schema, owners).map(
    ({ file, line, object, table, owner }) =>
      `${server}/platform/database/${file}:${line}: ${object} uses ${table}, which belongs to ${owner}`,
  ),
  ...hiddenSql(schema).map(
    ({ file, line, object }) =>
      `${server}/platform/database/${file}:${line}: ${object} has SQL in a text, which no check reads`,
  ),
]
const moves = freeMoves(sources.filter(isJudged), storedStates)
for (const { file, line, table, column } of moves)
  console.log(`${file}:${line}: ${table}.${column} moves by its table in packages/rules: use statesBefore`)
if (moves.length > 0) process.exitCode = 1
for (const fault of faults) console.log(fault)
if (faults.length > 0) {
  console.log('Use a function or a view of the owner: apps/server/src/platform/database/schema/README.md')
  process.exitCode = 1
}
