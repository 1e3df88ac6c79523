// `npm run soak:platform:plants`: removes one guard after the other and reports after how many seeds the simulator noticed.
// Exits with 1 when one was not noticed.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { temporaryDataDir } from '../apps/server/src/platform/database/temporary/temporary-data-dir.ts'
import { plants } from '../apps/server/src/simulator/plants/plants.ts'
import { startCluster } from '../apps/server/src/simulator/surroundings/cluster.ts'
import buildServer from './build-server.mjs'
import { buildSimulator } from './build-simulator.mjs'
import { readCommandLine } from './command-line.mjs'

const usage = `npm run soak:platform:plants -- [flags]
  --seeds N    how many seeds each is looked for in (200)
  --only TEXT  those with this text in their names
  --from N     from this one of the list
  --part K,N   every Nth from the Kth, for N processes side by side`
const {
  values: { seeds, only, from, part },
} = readCommandLine(usage, {
  options: {
    seeds: { type: 'string', default: '200' },
    only: { type: 'string', default: '' },
    from: { type: 'string', default: '0' },
    part: { type: 'string', default: '0,1' },
  },
})
const [first = 0, parts = 1] = part.split(',').map(Number)
const chosen = plants.filter(
  ({ name }, at) => at >= Number(from) && name.includes(only) && at % parts === first,
)
// All begin with one base, which the simulator makes with every guard in its place.
const base = { database: 'simulator_base', dataDir: temporaryDataDir('candor-plants-') }
const cluster = await startCluster(null, base)
const { host, port } = cluster.as('app', base.database)
const given = ['--postgres', `${host}:${port}`, '--base', `${base.database}:${base.dataDir}`]
// The server's threads run what is built of it.
await buildServer()
const withoutBugs = await buildSimulator('plant-base')
await run(withoutBugs, '--seeds', '0')
let missed = 0
for (const plant of chosen) {
  const file = await buildSimulator(`plant-${plants.indexOf(plant)}`, plant)
  const { seed, finding } = await firstFinding(file, plant.theme)
  if (seed === null) missed += 1
  console.log(
    seed === null
      ? `NOT FOUND in ${seeds} seeds: ${plant.name}`
      : `seed ${seed}: ${plant.name}\n    ${finding}`,
  )
}
await cluster.stop()
rmSync(base.dataDir, { recursive: true, force: true })
console.log(`${chosen.length - missed} of ${chosen.length} planted bugs were found within ${seeds} seeds`)
process.exit(missed === 0 ? 0 : 1)

interface Found {
  readonly seed: number | null
  readonly finding: string
}

/** Finds the first seed that notices the bug. A seed that finds something without the bug too proves nothing and is an error. */
async function firstFinding(file: string, theme: string | undefined): Promise<Found> {
  const themed = theme === undefined ? [] : ['--theme', theme]
  const found = findingOf(await run(file, '--seeds', seeds, '--first', ...themed))
  if (found.seed === null) return found
  const same = findingOf(await run(withoutBugs, '--from', String(found.seed), '--seeds', '1', ...themed))
  if (same.seed !== null) throw new Error(`seed ${same.seed} finds without any bug: ${same.finding}`)
  return found
}

function findingOf(output: string): Found {
  const [, seed, finding = ''] = /^seed (\d+): (step .*)$/m.exec(output) ?? []
  return { seed: seed === undefined ? null : Number(seed), finding: finding.slice(0, 300) }
}

function run(file: string, ...args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file, ...given, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (bytes: Buffer) => {
      output += bytes.toString()
    })
    child.on('error', reject)
    // 1: a seed found something. Anything else is no result.
    child.on('exit', (code, signal) => {
      if (code === 0 || code === 1) resolve(output)
      else reject(new Error(`the simulator ended with ${signal ?? code}`))
    })
  })
}
