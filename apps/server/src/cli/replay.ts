import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Exact, exactPrice, parsePrice } from '@candor/money'
import { allMarkets } from '@candor/rules'
import { ManualClock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { readReplayFolder } from '../feeds/replay/read-replay-folder.ts'
import { openReplayFolder } from '../feeds/replay/recording.ts'
import { createLedger } from '../ledger/postgres-ledger.ts'
import { MemoryPriceBoard } from '../markets/price-board.ts'
import { readScript, ScriptError } from '../orders/replay-calls.ts'
import { type ReplayResult, replayDay } from '../orders/replay-day.ts'
import { withData } from './open-data.ts'
import { CommandError } from './say.ts'

export interface ReplayOptions {
  /** The folder of recorded quotes. */
  readonly dir: string
  /** The script: JSON lines. */
  readonly orders: string
  /** `EUR=1.13`, each for a currency no recording converts. */
  readonly rate?: readonly string[]
}

/**
 * `candor replay`: a recorded day through the real engine and the real ledger, on a PostgreSQL of its own that is gone
 * afterwards, or on the one DATABASE_URL names. Prints JSON lines.
 */
export async function replayCommand(options: ReplayOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-replay-'))
  try {
    await withData(folder, async ({ db }) => {
      await replayFolder(db, options, (line) => process.stdout.write(`${JSON.stringify(line)}\n`))
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The same on a given database: what the tests and the command share. */
export async function replayFolder(
  db: Database,
  options: ReplayOptions,
  print: (line: Readonly<Record<string, unknown>>) => void,
): Promise<ReplayResult> {
  const given = new Map((options.rate ?? []).map(readRate))
  const script = await readScriptFile(options.orders)
  const { recordings } = await openReplayFolder(options.dir)
  const clock = new ManualClock(0)
  return replayDay({
    db,
    ledger: createLedger(db, clock),
    board: new MemoryPriceBoard({ markets: allMarkets, clock, firstSeq: 1 }),
    clock,
    quotes: readReplayFolder(options.dir),
    script,
    given,
    recorded: new Set(recordings.map(({ code }) => code)),
    print,
  })
}

function readRate(text: string): [string, Exact] {
  const [currency = '', value = ''] = text.split('=')
  const rate = parsePrice(value)
  if (!/^[A-Z]{3,5}$/.test(currency) || rate === null || rate <= 0n)
    throw new CommandError(`--rate takes a currency and its price in USDT, as EUR=1.13; not ${text}`)
  return [currency, exactPrice(rate)]
}

async function readScriptFile(file: string) {
  try {
    return readScript(await readFile(file, 'utf8'))
  } catch (error) {
    if (error instanceof ScriptError) throw new CommandError(error.message)
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new CommandError(`there is no file of orders at ${file}`)
    throw error
  }
}
