// `npm run bench` runs all; `npm run bench -- ledger live` those named. Prints what it measured, last a line for each claim.
import { readCommandLine } from '../scripts/command-line.mjs'
import type { BenchResult } from './result.ts'

const benches: Record<string, () => Promise<{ run(): Promise<readonly BenchResult[] | BenchResult> }>> = {
  ledger: () => import('./ledger.ts'),
  orders: () => import('./orders.ts'),
  options: () => import('./options.ts'),
  triggers: () => import('./triggers.ts'),
  'mass-stop-out': () => import('./mass-stop-out.ts'),
  'market-actions': () => import('./market-actions.ts'),
  'candle-packs': () => import('./candle-packs.ts'),
  'early-bird': () => import('./early-bird.ts'),
  flood: () => import('./flood.ts'),
  fuzz: () => import('./fuzz.ts'),
  names: () => import('./names.ts'),
  'idle-sockets': () => import('./idle-sockets.ts'),
  recovery: () => import('./recovery.ts'),
  books: () => import('./books.ts'),
  execution: () => import('./execution.ts'),
  aged: () => import('./aged.ts'),
  live: () => import('./live.ts'),
  cells: () => import('./cells.ts'),
  'first-visit': () => import('./first-visit.ts'),
  lighthouse: () => import('./lighthouse.ts'),
}

const usage = `npm run bench -- [name …]; there are ${Object.keys(benches).join(', ')}`
const { positionals } = readCommandLine(usage, { allowPositionals: true })
const names = positionals.length > 0 ? positionals : Object.keys(benches)
const unknown = names.find((name) => benches[name] === undefined)
if (unknown !== undefined) {
  process.stderr.write(`no bench named ${unknown}\n${usage}\n`)
  process.exit(2)
}
const results: BenchResult[] = []
for (const name of names) {
  const load = benches[name]
  if (load === undefined) continue
  process.stdout.write(`\n# ${name}\n`)
  const measured = [await (await load()).run()].flat()
  for (const result of measured) {
    process.stdout.write(`${result.name}\n`)
    for (const line of result.details) process.stdout.write(`  ${line}\n`)
  }
  results.push(...measured)
}
process.stdout.write('\n')
for (const { name, ratio, goal, reached } of results) {
  process.stdout.write(
    `${reached ? 'reached' : 'MISSED '}  ${name}${ratio === null ? '' : `: ${ratio.toFixed(2)} ×`} (goal ${goal})\n`,
  )
}
process.exit(results.every((result) => result.reached) ? 0 : 1)
