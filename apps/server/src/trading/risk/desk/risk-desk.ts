import type { RiskDesk, RiskHistory, RiskSums } from '@candor/contract'
import { type Rate, rate, writeRate, writeUsdt } from '@candor/money'
import { dayMs, utcDay } from '@candor/rules/time-units.ts'
import type { ClockedDatabase } from '../../../platform/database/database.ts'
import { isoOf } from '../../../platform/iso-time.ts'
import { coverSince, hoursSince } from './hours-store.ts'
import type { OpenRisk, RequestedMoves } from './open-risk.ts'
import { type DayResult, type MarketResult, recordedResults, resultsOfDay } from './results-store.ts'
import type { WorstDays } from './worst-days.ts'

export interface RiskDeskContext extends ClockedDatabase {
  /** From the engine: the risk of all open positions. */
  readonly openRisk: (moves: RequestedMoves) => Promise<OpenRisk>
  readonly worstDays: WorstDays
  /** Every market. */
  readonly codes: () => readonly string[]
  /** Types of markets by code. */
  readonly typeOf: (code: string) => number | null
}

const shownPercents = [1, 2, 5, 10]
const onePercent = rate('0.01')

/** Returns moves of these percentages in both directions as fractions, ascending. */
function movesOfPercents(percents: readonly number[]): readonly string[] {
  const rising = [...new Set(percents)].sort((a, b) => a - b).map((percent) => BigInt(percent) * onePercent)
  return [...rising.map((move) => -move).reverse(), ...rising].map((move) => writeRate(move as Rate))
}

/** Answers the risk desk: what the engine has open, with the results of the day so far. */
export async function showRiskDesk(context: RiskDeskContext, percent: number | undefined): Promise<RiskDesk> {
  const { db, clock, openRisk, worstDays } = context
  const now = clock.now()
  const common = movesOfPercents(percent === undefined ? shownPercents : [...shownPercents, percent])
  const today = await resultsOfDay(db.query, now)
  const risk = await openRisk({ common, own: await worstDays.of(context.codes(), now) })
  const resultOf = (fits: (result: MarketResult) => boolean) => sumResults(today.filter(fits))
  const ofType = (type: number) => (result: MarketResult) => context.typeOf(result.code) === type
  return {
    ...risk,
    moves: [...common],
    total: { ...risk.total, today: resultOf(() => true) },
    classes: risk.classes.map((sums) => ({ ...sums, today: resultOf(ofType(sums.type)) })),
    markets: risk.markets.map((sums) => ({ ...sums, today: resultOf(({ code }) => code === sums.code) })),
  }
}

/** Writes the operator's result of several markets. */
const sumResults = (results: readonly MarketResult[]): RiskSums['today'] =>
  writeUsdt(results.reduce((sum, { prices, charges }) => sum + prices + charges, 0n))

/** Answers results by day and market, and the recorded hours, of the last `days` days with today as the last one. */
export async function showRiskHistory(
  { db, clock }: ClockedDatabase,
  { days, code }: { readonly days: number; readonly code?: string | undefined },
): Promise<RiskHistory> {
  const now = clock.now()
  const today = now - (now % dayMs)
  const from = today - (days - 1) * dayMs
  const [recorded, live, hours, cover] = await Promise.all([
    recordedResults(db.query, { from, code }),
    resultsOfDay(db.query, now),
    hoursSince(db.query, { from, code }),
    coverSince(db.query, from),
  ])
  const ofToday = live
    .filter((result) => code === undefined || result.code === code)
    .map((result) => ({ ...result, day: utcDay(today) }))
  // A day that is over may be recorded between the two reads.
  const results = [...recorded.filter(({ day }) => day !== utcDay(today)), ...ofToday]
  const every = Array.from({ length: days }, (_, index) => utcDay(from + index * dayMs))
  return {
    days: every.map((day) => ({ day, ...writeResult(results.filter((result) => result.day === day)) })),
    markets: marketsOf(results),
    hours: hours.map((hour) => ({
      at: isoOf(hour.at),
      net: writeUsdt(hour.net),
      gross: writeUsdt(hour.gross),
      unrealised: writeUsdt(hour.unrealised),
      margin: writeUsdt(hour.margin),
    })),
    cover: cover.map((row) => ({
      at: isoOf(row.at),
      capital: writeUsdt(row.capital),
      wouldWin: writeUsdt(row.would_win),
      negativeBalance: writeUsdt(row.negative_balance),
    })),
  }
}

const writeResult = (results: readonly MarketResult[]) => ({
  prices: writeUsdt(results.reduce((sum, { prices }) => sum + prices, 0n)),
  charges: writeUsdt(results.reduce((sum, { charges }) => sum + charges, 0n)),
})

/** Adds up days by market and product, the largest result or loss first. */
function marketsOf(results: readonly DayResult[]): RiskHistory['markets'] {
  const sums = new Map<string, { prices: bigint; charges: bigint; trades: bigint; of: MarketResult }>()
  for (const result of results) {
    const key = `${result.product} ${result.code}`
    const known = sums.get(key) ?? { prices: 0n, charges: 0n, trades: 0n, of: result }
    known.prices += result.prices
    known.charges += result.charges
    known.trades += result.trades
    sums.set(key, known)
  }
  const size = ({ prices, charges }: { readonly prices: bigint; readonly charges: bigint }) => {
    const result = prices + charges
    return result < 0n ? -result : result
  }
  return [...sums.values()]
    .sort((a, b) => (size(a) > size(b) ? -1 : size(a) < size(b) ? 1 : a.of.code.localeCompare(b.of.code)))
    .map(({ prices, charges, trades, of: { code, product } }) => ({
      ...{ code, product },
      trades: Number(trades),
      prices: writeUsdt(prices),
      charges: writeUsdt(charges),
    }))
}
