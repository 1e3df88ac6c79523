import { type Rate, writeRate } from '@candor/money'
import { type CandleBar, candleOpenTime, type QuoteSource } from '@candor/rules'
import { dayMs, hourMs } from '@candor/rules/time-units.ts'
import type { CandlePages } from '../../../market-data/candles/followed-candles.ts'

const yearDays = 366
const freshMs = 6 * hourMs
/** A market may be closed for a long weekend; after more than that, the past has a gap. */
const longestCloseMs = 5 * dayMs

export interface WorstDaysPorts {
  readonly candles: CandlePages
  /** Source whose candles a market's past is read from. */
  readonly sourceOf: (code: string) => QuoteSource
}

/**
 * Finds the largest fall and rise of markets within a day (UTC) of the last year, as moves from the close of the day before to the lowest and
 * highest price of the day; the day before may be one before a long weekend. Reads a market's candles once in six hours.
 */
export class WorstDays {
  private readonly ports: WorstDaysPorts
  private readonly known = new Map<string, { readonly until: number; readonly moves: readonly string[] }>()

  constructor(ports: WorstDaysPorts) {
    this.ports = ports
  }

  /** Returns the moves of each market as fractions, the fall first; none for a market without two days in a row. */
  async of(codes: readonly string[], now: number): Promise<Record<string, readonly string[]>> {
    const found: Record<string, readonly string[]> = {}
    // No cases: one page of each market, kept for hours.
    for (const code of codes) found[code] = await this.movesOf(code, now)
    return found
  }

  private async movesOf(code: string, now: number): Promise<readonly string[]> {
    const known = this.known.get(code)
    if (known !== undefined && now < known.until) return known.moves
    const today = candleOpenTime('1d', now)
    const moves = worstMoves(
      await this.ports.candles.page(
        { code, source: this.ports.sourceOf(code), interval: '1d' },
        { from: today - yearDays * dayMs, to: today, limit: yearDays },
      ),
    )
    this.known.set(code, { until: now + freshMs, moves })
    return moves
  }
}

/** Returns the largest fall and rise of daily candles from the close before, as decimal fractions with four decimals. */
export function worstMoves(days: readonly CandleBar[]): readonly string[] {
  let [fall, rise] = [0, 0]
  for (const [index, { openTime, low, high }] of days.entries()) {
    const before = days[index - 1]
    if (before === undefined || openTime - before.openTime > longestCloseMs) continue
    fall = Math.min(fall, low / before.close - 1)
    rise = Math.max(rise, high / before.close - 1)
  }
  return [fall, rise].filter((move) => move !== 0).map(writeMove)
}

/** Writes a fraction, rounded to four decimals: candles are numbers for drawing. */
const writeMove = (fraction: number): string =>
  writeRate((BigInt(Math.round(fraction * 10_000)) * 10n ** 8n) as Rate)
