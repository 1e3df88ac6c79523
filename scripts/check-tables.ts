// SQL on a table stands in the module that owns it. Others call a function of the owner, or read a view that it makes for them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { foreignTables } from './foreign-tables.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const server = 'apps/server/src'
/** Files that still reach into another module. The list only becomes shorter: a file without SQL of that kind is taken off it. */
const notMovedYet: readonly string[] = [`${server}/app/open-market-ops.ts`]

const sources = readdirSync(join(root, server), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ file: `${server}/${name}`, text: readFileSync(join(root, server, name), 'utf8') }))
const found = foreignTables(sources)
const faults = found
  .filter(({ file }) => !notMovedYet.includes(file))
  .map(({ file, line, table, owner }) => `${file}:${line}: ${table} belongs to ${owner}`)
const cleared = notMovedYet
  .filter((file) => found.every((one) => one.file !== file))
  .map((file) => `${file} reads no foreign table: take it off the list in scripts/check-tables.ts`)

for (const fault of [...faults, ...cleared]) console.log(fault)
if (faults.length > 0)
  console.log(
    'A function or a view of the owner gives it: apps/server/src/platform/database/schema/README.md',
  )
if (faults.length + cleared.length > 0) process.exitCode = 1
