import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { replayFolder } from '../../cli/markets/replay.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Outcome, straightLine } from './day.ts'
import { marketTerms } from './market-terms.ts'
import type { Row } from './rows.ts'
import type { Scripted } from './script.ts'
import { generatedDay } from './scripted-orders.ts'

type Line = Readonly<Record<string, unknown>>

export interface Compared {
  /** Output of the replay. */
  readonly printed: readonly Line[]
  /** The same as the straight line writes it, and the balances at the end. */
  readonly lines: readonly string[]
  readonly balances: Readonly<Record<string, unknown>>
  readonly expected: Outcome
  readonly quotes: number
  readonly calls: number
  readonly seconds: number
}

const rates = { EUR: '1.13' }

/** Runs a script over a folder through the real engine and ledger, and through the straight line. */
export async function compareReplay(
  db: Database,
  dir: string,
  rows: readonly Row[],
  script: readonly Scripted[],
): Promise<Compared> {
  const orders = join(dir, 'orders.jsonl')
  writeFileSync(orders, script.map((call) => JSON.stringify(call)).join('\n'))
  const printed: Line[] = []
  const rate = Object.entries(rates).map(([currency, value]) => `${currency}=${value}`)
  const { quotes, calls, seconds } = await replayFolder(db, { dir, orders, rate }, (line) =>
    printed.push({ ...line }),
  )
  const codes = new Set(rows.map(({ code }) => code))
  const markets = Object.fromEntries(Object.entries(marketTerms).filter(([code]) => codes.has(code)))
  const balances = printed.filter(({ event }) => event === 'balance').map(({ as, balance }) => [as, balance])
  return {
    printed,
    lines: printed.flatMap(comparable),
    balances: Object.fromEntries(balances),
    expected: straightLine(rows, script, markets, rates),
    quotes,
    calls,
    seconds,
  }
}

/** A printed line as the straight line writes it; nothing for what it does not write. */
function comparable(line: Line): string[] {
  const { event, ref, price, margin, held, reason, profit, code } = line
  const written: Readonly<Record<string, string>> = {
    fill: `${ref} fill ${price} ${margin}`,
    place: `${ref} place ${held}`,
    cancel: `${ref} cancel`,
    expire: `${ref} expire`,
    close: `${ref} ${reason} ${price} ${profit}`,
    refused: `${ref} refused ${code}`,
  }
  const one = written[String(event)]
  return one === undefined ? [] : [one]
}

const yenFile = 'USDJPY.20140508.csv.gz'

/** These recordings (all without names), and a generated day of yen, which no recording has, in a folder of their own. */
export function layOut(dir: string, recorded: string, files: readonly string[] | null): void {
  mkdirSync(dir, { recursive: true })
  const all = files ?? readdirSync(recorded).filter((name) => name.endsWith('.csv.gz'))
  for (const name of all) symlinkSync(join(recorded, name), join(dir, name))
  writeFileSync(join(dir, yenFile), gzipSync(generatedDay(1_399_525_230_000, 101.7, 3, 7)))
}
