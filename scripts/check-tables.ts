// SQL on a table belongs to the module that owns it. Others call a function of the owner, or read a view that it makes for them.
// States move by the tables of packages/rules.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { storedStates } from '../apps/server/src/platform/database/probes/probe-state-tables.ts'
import { foreignTables, isJudged } from './foreign-tables.ts'
import { freeMoves } from './state-moves.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const server = 'apps/server/src'

const sources = readdirSync(join(root, server), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ file: `${server}/${name}`, text: readFileSync(join(root, server, name), 'utf8') }))
const faults = foreignTables(sources).map(
  ({ file, line, table, owner }) => `${file}:${line}: ${table} belongs to ${owner}`,
)

for (const fault of faults) console.log(fault)
const moves = freeMoves(sources.filter(isJudged), storedStates)
for (const { file, line, table, column } of moves)
  console.log(`${file}:${line}: ${table}.${column} moves by its table in packages/rules: use statesBefore`)
if (moves.length > 0) process.exitCode = 1
if (faults.length > 0) {
  console.log('Use a function or a view of the owner: apps/server/src/platform/database/schema/README.md')
  process.exitCode = 1
}
