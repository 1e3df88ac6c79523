// SQL on a table belongs to the module that owns it. Others call a function of the owner, or read a view that it makes for them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { foreignTables } from './foreign-tables.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const server = 'apps/server/src'

const sources = readdirSync(join(root, server), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ file: `${server}/${name}`, text: readFileSync(join(root, server, name), 'utf8') }))
const faults = foreignTables(sources).map(
  ({ file, line, table, owner }) => `${file}:${line}: ${table} belongs to ${owner}`,
)

for (const fault of faults) console.log(fault)
if (faults.length > 0) {
  console.log('Use a function or a view of the owner: apps/server/src/platform/database/schema/README.md')
  process.exitCode = 1
}
