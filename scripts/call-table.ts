// Writes the web app's table of calls from the contract. With --check it only reports whether the table is up to date.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { calls } from '@candor/contract'
import { firstCalls } from '../apps/web/src/session/calls/first-calls.ts'
import { callTableSource } from './call-table-source.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const file = 'apps/web/src/session/calls/call-table.ts'
const source = execFileSync(join(root, 'node_modules/.bin/biome'), ['format', '--stdin-file-path', file], {
  cwd: root,
  input: callTableSource(calls, Object.keys(firstCalls)),
  encoding: 'utf8',
})

if (!process.argv.includes('--check')) writeFileSync(join(root, file), source)
else if (readFileSync(join(root, file), 'utf8') !== source) {
  console.log(`${file} is out of date: run npm run call-table`)
  process.exitCode = 1
}
