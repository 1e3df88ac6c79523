import { readFile } from 'node:fs/promises'
import { type Exact, exactPrice, parsePrice } from '@candor/money'
import { allMarkets } from '@candor/rules'
import { createLedger } from '../../ledger/postgres-ledger.ts'
import { isProductMarket, readReplayFolder } from '../../market-data/feeds/replay/read-replay-folder.ts'
import { openReplayFolder } from '../../market-data/feeds/replay/recording.ts'
import { QuoteKeeper } from '../../market-data/history/quote-keeper.ts'
import { MemoryPriceBoard } from '../../market-data/price-board/memory-price-board.ts'
import { ManualClock } from '../../platform/clock.ts'
import { databaseSettingsOf } from '../../platform/config/certificate-settings.ts'
import type { Database } from '../../platform/database/database.ts'
import { withTemporaryDatabase } from '../../platform/database/temporary/temporary-database.ts'
import { readScript, ScriptError, type ScriptedCall } from '../../trading/replay/replay-calls.ts'
import { type ReplayResult, replayDay } from '../../trading/replay/replay-day.ts'
import { interruptible } from '../interruption.ts'
import { quiet } from '../open-data.ts'
import { CommandError } from '../say.ts'

export interface ReplayOptions {
  /** The folder of recorded quotes. */
  readonly dir: string
  /** The script: JSON lines. */
  readonly orders: string
  /** `EUR=1.13`, each for a currency no recording converts. */
  readonly rate?: readonly string[]
}

/**
 * Runs `candor replay`: a recorded day through the real engine and the real ledger. It needs no installation and touches
 * none: its database exists only meanwhile, also on the server that DATABASE_URL names. Prints JSON lines.
 */
export async function replayCommand(options: ReplayOptions): Promise<void> {
  // Faults in the files are reported before a database is created for them.
  const day = await readDay(options)
  const { databaseUrl } = databaseSettingsOf(process.env)
  await interruptible((signal) =>
    withTemporaryDatabase({ databaseUrl, purpose: 'replay', log: quiet }, async (db) => {
      await runDay(db, day, { print: (line) => process.stdout.write(`${JSON.stringify(line)}\n`), signal })
    }),
  )
}

/** Runs the same on a given database and keeps its quotes, for the tests that compare its lines and check its receipts. */
export async function replayFolder(
  db: Database,
  options: ReplayOptions,
  print: Print,
): Promise<ReplayResult> {
  return runDay(db, await readDay(options), {
    print,
    signal: new AbortController().signal,
    keepsQuotes: true,
  })
}

type Print = (line: Readonly<Record<string, unknown>>) => void

interface Day {
  readonly dir: string
  readonly script: readonly ScriptedCall[]
  readonly given: ReadonlyMap<string, Exact>
  /** Markets that have a recording. */
  readonly recorded: ReadonlySet<string>
}

async function readDay({ dir, orders, rate = [] }: ReplayOptions): Promise<Day> {
  const given = new Map(rate.map(readRate))
  const script = await readScriptFile(orders)
  const { recordings } = await openReplayFolder(dir, isProductMarket)
  return { dir, script, given, recorded: new Set(recordings.map(({ code }) => code)) }
}

interface Run {
  readonly print: Print
  readonly signal: AbortSignal
  readonly keepsQuotes?: boolean
}

async function runDay(
  db: Database,
  day: Day,
  { print, signal, keepsQuotes = false }: Run,
): Promise<ReplayResult> {
  const clock = new ManualClock(0)
  const board = new MemoryPriceBoard({ markets: allMarkets, clock, firstSeq: 1 })
  const keeper = new QuoteKeeper(db, clock, (error) => {
    throw error
  })
  if (keepsQuotes) {
    keeper.listen(board)
    keeper.start()
  }
  const result = await replayDay({
    db,
    ledger: createLedger(db, clock),
    board,
    clock,
    quotes: untilAborted(readReplayFolder(day.dir), signal),
    script: day.script,
    suppliedRates: day.given,
    recorded: day.recorded,
    print,
  })
  await keeper.stop()
  return result
}

/** Ends a stream with the reason it was aborted for. */
async function* untilAborted<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  signal.throwIfAborted()
  for await (const item of items) {
    yield item
    signal.throwIfAborted()
  }
}

function readRate(text: string): [string, Exact] {
  const [currency = '', value = ''] = text.split('=')
  const rate = parsePrice(value)
  if (!/^[A-Z]{3,5}$/.test(currency) || rate === null || rate <= 0n)
    throw new CommandError(
      `--rate must be a currency and its price in USDT, such as EUR=1.13; it was ${text}`,
    )
  return [currency, exactPrice(rate)]
}

async function readScriptFile(file: string) {
  try {
    return readScript(await readFile(file, 'utf8'))
  } catch (cause) {
    if (cause instanceof ScriptError) throw new CommandError(cause.message)
    throw new CommandError(`The file of orders ${file} cannot be read.`, { cause })
  }
}
