import { rmSync } from 'node:fs'
import { house } from '../apps/server/src/ledger/ledger.ts'
import { createLedger } from '../apps/server/src/ledger/postgres-ledger.ts'
import { reconcile } from '../apps/server/src/ledger/reconciliation/reconcile.ts'
import { FeedError } from '../apps/server/src/market-data/feeds/feed.ts'
import { ManualClock } from '../apps/server/src/platform/clock.ts'
import { openDatabase } from '../apps/server/src/platform/database/database.ts'
import { openDatabaseServer } from '../apps/server/src/platform/database/database-server.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { temporaryDataDir } from '../apps/server/src/platform/database/temporary/temporary-data-dir.ts'
import { recordedFolder } from '../apps/server/src/trading/reference-model/rows.ts'
import { type DayResult, EarlyBirdDay, type Tally } from './early-bird-day.ts'
import {
  type MarketDay,
  medianGapMs,
  type RecordedDay,
  readMarketDay,
  recordedDays,
} from './early-bird-recordings.ts'
import { defaultFreshMs, fund, type ServerParts } from './early-bird-server.ts'
import type { BenchResult } from './result.ts'

const aheadMs = Number(process.env.BENCH_EARLY_BIRD_AHEAD_MS ?? 2_000)
/** Time between a quote at its source and at the server. */
const lateMs = Number(process.env.BENCH_EARLY_BIRD_LATE_MS ?? aheadMs)
/** The program trades also where it cannot know what fills a call: otherwise it would only be seen to do nothing. */
const sight = { aheadMs, hopes: lateMs > 0 }
/** Sequence numbers of a run of the server; no recording has as many quotes. */
const seqsPerRun = 100_000_000

/** A market's day with the rule and without it. */
interface Compared {
  readonly withRule: DayResult
  readonly before: DayResult
}

const print = (line: string) => process.stdout.write(`${line}\n`)

/** Trades every recorded day with prices known early, with the rule for fresh prices and without it. */
export async function run(): Promise<readonly BenchResult[]> {
  const days = await findDays()
  if (days === null) return []
  const dataDir = temporaryDataDir('candor-bench-early-bird-')
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const databaseServer = await openDatabaseServer({ dataDir, databaseUrl: null, log: silent })
  try {
    await migrate(databaseServer.owner)
    const db = openDatabase(databaseServer.app)
    try {
      const clock = new ManualClock(0)
      return [await tradeDays(days, { db, clock, ledger: createLedger(db, clock) })]
    } finally {
      await db.close()
    }
  } finally {
    await databaseServer.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Prints what is missing, and returns null, where there are no recordings. */
async function findDays(): Promise<RecordedDay[] | null> {
  const dir = process.env.BENCH_RECORDINGS ?? recordedFolder()
  const hint =
    'Set BENCH_RECORDINGS to a folder of CODE.YYYYMMDD.csv.gz (README, replay). Nothing was measured.'
  try {
    if (dir !== null) return await recordedDays(dir)
    print(`There are no recorded quotes: ../shared/market-data is missing. ${hint}`)
  } catch (error) {
    if (!(error instanceof FeedError)) throw error
    print(`${error.message} ${hint}`)
  }
  return null
}

/** A day's totals over its markets. */
interface DayTotals {
  readonly day: string
  readonly withRule: Tally
  readonly before: Tally
}

async function tradeDays(days: readonly RecordedDay[], parts: ServerParts): Promise<BenchResult> {
  for (const of of ['trading-capital', 'negative-balance'] as const)
    await fund(parts.ledger, { class: of, owner: house, asset: 'DEMO' }, 'operator-funding', 10n ** 15n)
  const totals: DayTotals[] = []
  let firstSeq = 1
  for (const { day, files } of days) {
    const markets: Compared[] = []
    for (const file of files) {
      markets.push(await compare(parts, await readMarketDay(file, lateMs), firstSeq))
      firstSeq += 2 * seqsPerRun
    }
    totals.push(totalsOf(day, markets))
  }
  const findings = await reconcile(parts.db)
  if (findings.length > 0) throw new Error(`the ledger does not add up: ${findings.join('; ')}`)
  return resultOf(totals)
}

async function compare(parts: ServerParts, day: MarketDay, firstSeq: number): Promise<Compared> {
  const freshMs = defaultFreshMs(day.market)
  const before = await EarlyBirdDay.trade(parts, day, { freshMs: null, sight, firstSeq })
  const withRule = await EarlyBirdDay.trade(parts, day, { freshMs, sight, firstSeq: firstSeq + seqsPerRun })
  print(
    `  ${day.market.code}: ${day.quotes.length} quotes, one every ${medianGapMs(day)} ms (median), fresh below ${freshMs} ms`,
  )
  printMarket(withRule, before)
  return { withRule, before }
}

function printMarket(withRule: DayResult, before: DayResult): void {
  if (attempts(withRule) + attempts(before) === 0) {
    print('    no calls under either rule')
    return
  }
  print(`    as before:     ${describe(all(before))}${refusals(before)}`)
  print(`    with the rule: ${describe(all(withRule))}${refusals(withRule)}`)
  print(`      opened at a young quote: ${describe(withRule.atOnce)}`)
  print(`      opened after waiting:    ${describe(withRule.waited)}`)
}

function totalsOf(day: string, markets: readonly Compared[]): DayTotals {
  const withRule = sum(markets.map((one) => all(one.withRule)))
  const before = sum(markets.map((one) => all(one.before)))
  print(`${day}: with the rule ${describe(withRule)}; as before ${describe(before)}`)
  return { day, withRule, before }
}

function resultOf(totals: readonly DayTotals[]): BenchResult {
  const earning = totals.filter(({ withRule }) => withRule.minor > 0n)
  const idle = totals.filter(({ withRule, before }) => withRule.trades + before.trades === 0)
  const details = earning.map(
    ({ day, withRule }) => `on ${day} the early bird still earns ${usdt(withRule.minor)} with the rule`,
  )
  if (earning.length === 0) details.push('on no day does the early bird earn with the rule')
  if (idle.length > 0)
    details.push(
      `on ${idle.length} days it never trades, even without the rule: their quotes are too far apart to tell`,
    )
  return {
    name: `early bird, ${aheadMs} ms ahead of a feed ${lateMs} ms late: earns after costs on ${earning.length} of ${totals.length} recorded days`,
    ratio: null,
    goal: '0',
    reached: earning.length === 0,
    details,
  }
}

const sum = (tallies: readonly Tally[]): Tally => ({
  trades: tallies.reduce((total, { trades }) => total + trades, 0),
  minor: tallies.reduce((total, { minor }) => total + minor, 0n),
})
const all = ({ atOnce, waited }: DayResult): Tally => sum([atOnce, waited])
const attempts = (result: DayResult): number => all(result).trades + result.refused
const refusals = ({ refused }: DayResult): string => (refused === 0 ? '' : `, ${refused} calls refused`)
const usdt = (minor: bigint): string => `${(Number(minor) / 1e6).toFixed(2)} USDT`
const describe = ({ trades, minor }: Tally): string => `${trades} trades, ${usdt(minor)}`
