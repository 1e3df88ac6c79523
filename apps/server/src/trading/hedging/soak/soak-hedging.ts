// The long form of the proof of hedging: `npm run soak:hedging -- [recorded days] [disturbances] [seed]`. Customers trade over recorded days while
// the process is killed and connections, answers and events are lost; then our books are compared with all that the venue has. Prints its figures
// last and ends with 1 when anything was wrong.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { startEmbeddedServer } from '../../../platform/database/embedded/embedded-server.ts'
import { cloneDatabase, makeTemplate } from '../../../platform/database/temporary/clone-database.ts'
import { temporaryDataDir } from '../../../platform/database/temporary/temporary-data-dir.ts'
import { recordedFolder } from '../../reference-model/rows.ts'
import { HedgingRun, type Price, type RunReport } from './hedging-run.ts'
import { seededChance } from './walk.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const say = (text: string) => process.stdout.write(`${text}\n`)
const stepsOfDay = 200

const [days = 10, disturbances = 1_000, seed = 20_261_130] = process.argv.slice(2).map(Number)
const recorded = recordedFolder()
if (recorded === null) {
  say('../shared/market-data is missing: there are no recorded days')
  process.exit(2)
}
const dataDir = temporaryDataDir('candor-soak-')
const server = await startEmbeddedServer({ dataDir, log: silent })
const { host = '', port = 0 } = server.connection
await makeTemplate({ host, port })
const files = readdirSync(recorded)
  .filter((name) => name.endsWith('.csv.gz'))
  .slice(0, days)
const reports: RunReport[] = []
for (const [at, name] of files.entries()) {
  const db = await cloneDatabase({ host, port }, 'template', 10)
  const [market = ''] = name.split('.')
  const kills = Math.round(disturbances / days / 10)
  const disconnects = Math.round(disturbances / days) - kills
  const report = await new HedgingRun({
    ...{ db, market, prices: pricesOf(join(recorded, name)), kills, disconnects },
    chance: seededChance(seed + at),
  }).run()
  await db.dispose()
  reports.push(report)
  say(`${name}: ${figuresOf([report])}`)
  for (const wrong of report.wrong.slice(0, 10)) say(`WRONG: ${wrong}`)
}
await server.stop()
rmSync(dataDir, { recursive: true, force: true })
say(`all: ${figuresOf(reports)}`)
const count = reports.reduce((sum, { wrong }) => sum + wrong.length, 0)
say(count === 0 ? 'nothing wrong' : `${count} things wrong`)
process.exit(count === 0 ? 0 : 1)

/** Samples a recorded day evenly. */
function pricesOf(file: string): Price[] {
  const lines = gunzipSync(readFileSync(file)).toString().trim().split('\n').slice(1)
  const every = Math.max(1, Math.floor(lines.length / stepsOfDay))
  return lines
    .filter((_, at) => at % every === 0)
    .slice(0, stepsOfDay)
    .map((line) => {
      const [, bid = '', ask = ''] = line.trim().split(',')
      return { bid, ask }
    })
}

function figuresOf(of: readonly RunReport[]): string {
  const sum = (figure: (report: RunReport) => number) => of.reduce((total, one) => total + figure(one), 0)
  const quantiles = (figure: (report: RunReport) => readonly number[]) => {
    const sorted = of.flatMap(figure).toSorted((a, b) => a - b)
    const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
    return `p50 ${at(0.5)} p99 ${at(0.99)} most ${at(1)} ms of ${sorted.length}`
  }
  return [
    `${sum(({ orders }) => orders)} orders, ${sum(({ fills }) => fills)} fills`,
    `${sum(({ kills }) => kills)} kills, ${sum(({ disconnects }) => disconnects)} disconnects`,
    `${sum(({ lost }) => lost)} requests lost, ${sum(({ unanswered }) => unanswered)} without an answer, ${sum(({ late }) => late)} late, ${sum(({ busy }) => busy)} refused as busy`,
    `residual within the limit after ${quantiles(({ residualMs }) => residualMs)}`,
    `disturbed: ${quantiles(({ disturbedMs }) => disturbedMs)}`,
  ].join('; ')
}
