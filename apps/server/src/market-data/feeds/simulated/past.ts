import {
  type CandleBar,
  candleOpenTime,
  type IntervalName,
  intervalMs,
  intervalNames,
  isOpenAt,
  joinCandles,
  type Market,
} from '@candor/rules'
import { dayMs } from '@candor/rules/time-units.ts'
import { type Chance, seededChance, seedOf } from './chance.ts'
import { deviationOver } from './walk.ts'

/** Reach of each resolution; beyond it the next coarser one continues. */
const reach: readonly (readonly [IntervalName, days: number])[] = [
  ['1m', 2],
  ['5m', 5],
  ['15m', 10],
  ['30m', 20],
  ['1h', 45],
  ['4h', 180],
  ['1d', 730],
]

/** Candles looked at in one turn. */
const inOneTurn = 200

export type Past = Readonly<Record<IntervalName, readonly CandleBar[]>>

/** Moment at which a past ends, and the price then. */
interface PastEnd {
  readonly at: number
  readonly mid: number
}

/**
 * Generates a past for a simulated market that ends at its present price: the same seed and the same minute give the same one. One-minute
 * candles for two days, coarser ones back to two years, each coarser candle made of the finer ones below it where those exist. No candle
 * lies outside the market's hours. Stored under the source `simulated` like all of its quotes. `coarsest` ends it early: the result is the
 * same, only shorter.
 */
export function makePast(...given: Parameters<typeof makePastInTurns>): Past {
  const turns = makePastInTurns(...given)
  for (;;) {
    const { done, value } = turns.next()
    if (done === true) return value
  }
}

/** Generates the same in turns of a few milliseconds, so that the caller can let other work run in between. */
export function* makePastInTurns(
  market: Market,
  seed: number,
  end: PastEnd,
  coarsest: IntervalName = '1d',
): Generator<void, Past> {
  const past: Record<IntervalName, CandleBar[]> = {
    '1m': [],
    '5m': [],
    '15m': [],
    '30m': [],
    '1h': [],
    '4h': [],
    '1d': [],
    '1w': [],
  }
  const chance = seededChance(seedOf(seed, market.code, 'past'))
  let until = candleOpenTime('1m', end.at)
  let { mid } = end
  for (const [interval, days] of reach) {
    const from = candleOpenTime(interval, end.at - days * dayMs)
    const bars = yield* walkBack(market, { interval, from, until, mid }, chance)
    until = Math.min(until, bars.at(-1)?.openTime ?? until)
    until = candleOpenTime(nextOf(interval), until)
    // What the coarser stretch shares with bars already made is joined from them, so it ends where they begin.
    const remaining = bars.filter((bar) => bar.openTime >= until)
    mid = remaining.at(-1)?.open ?? mid
    addTo(past, interval, remaining.reverse())
    yield
    if (interval === coarsest) break
  }
  for (const name of intervalNames) {
    past[name] = past[name].map((bar) => onDigits(bar, market.digits + 1))
    yield
  }
  return past
}

/** One digit finer than shown prices, as mids are. */
function onDigits(bar: CandleBar, digits: number): CandleBar {
  const scale = 10 ** digits
  const round = (value: number) => Math.round(value * scale) / scale
  const { openTime, open, high, low, close, volume } = bar
  return { openTime, open: round(open), high: round(high), low: round(low), close: round(close), volume }
}

const nextOf = (interval: IntervalName): IntervalName =>
  intervalNames[intervalNames.indexOf(interval) + 1] ?? '1w'

interface Stretch {
  readonly interval: IntervalName
  readonly from: number
  readonly until: number
  /** Price at its end. */
  readonly mid: number
}

/** Bars from the newest to the oldest: each opens where the older one closes. */
function* walkBack(
  market: Market,
  { interval, from, until, mid }: Stretch,
  chance: Chance,
): Generator<void, CandleBar[]> {
  const length = intervalMs[interval]
  const deviation = deviationOver(market, length)
  const bars: CandleBar[] = []
  let close = mid
  let looked = 0
  for (let at = until - length; at >= from; at -= length) {
    if (++looked % inOneTurn === 0) yield
    if (!touchesHours(market, at, length)) continue
    const open = close * Math.exp(-deviation * chance.normal())
    const wick = () => Math.exp(0.4 * deviation * Math.abs(chance.normal()))
    bars.push({
      openTime: at,
      open,
      high: Math.max(open, close) * wick(),
      low: Math.min(open, close) / wick(),
      close,
      volume: Math.round((length / 60_000) * 240 * (0.4 + chance.uniform())),
    })
    close = open
  }
  return bars
}

/** True when the market is open at some quarter of an hour of the stretch (its beginning, for a short one). */
function touchesHours(market: Market, at: number, length: number): boolean {
  const look = Math.min(length, 30 * 60_000)
  for (let ms = at; ms < at + length; ms += look) if (isOpenAt(market, ms)) return true
  return false
}

/** Older bars put before the newer ones, in their own interval and every longer one. */
function addTo(past: Record<IntervalName, CandleBar[]>, interval: IntervalName, older: readonly CandleBar[]) {
  for (const name of intervalNames.slice(intervalNames.indexOf(interval))) {
    const joined: CandleBar[] = []
    for (const bar of older) {
      const last = joined.at(-1) ?? null
      const next = joinCandles(last, name, bar)
      if (last !== null && next.openTime === last.openTime) joined[joined.length - 1] = next
      else joined.push(next)
    }
    past[name] = mended(joined, past[name], name)
  }
}

/** The two runs in one; where they meet in one stretch, one candle. */
function mended(older: CandleBar[], newer: CandleBar[], name: IntervalName): CandleBar[] {
  const last = older.at(-1)
  const first = newer[0]
  if (last === undefined || first === undefined || last.openTime !== first.openTime)
    return [...older, ...newer]
  return [...older.slice(0, -1), joinCandles(last, name, first), ...newer.slice(1)]
}
