import { type Price, priceToNumber } from '@candor/money'
import { type SplitRatio, splitPrice } from '../orders/adjustments.ts'
import { minuteMs } from '../time-units.ts'
import type { BoardQuote } from './quote.ts'

export const recentMidsLength = 100
const windowMinutes = 1440

/** One minute of the 24-hour window. */
interface Minute {
  /** Minutes since 1970. */
  readonly at: number
  readonly open: Price
  readonly high: Price
  readonly low: Price
  readonly close: Price
  readonly volume: number
}

/** The minutes before the current one and their figures: computed once a minute, not once a quote. */
interface PastMinutes {
  readonly minutes: readonly Minute[]
  readonly high: Price | null
  readonly low: Price | null
  readonly volume: number
  /** The last mid known before the window began; null while the market is younger than the window. */
  readonly before: Price | null
}

/** Snapshot of a market's display figures; `applyQuote` gives the next one. */
export interface MarketState {
  readonly latest: BoardQuote | null
  /** The last 100 mids, oldest first: numbers, for drawing only. */
  readonly recentMids: readonly number[]
  readonly past: PastMinutes
  readonly now: Minute | null
}

const noMinutes: PastMinutes = { minutes: [], high: null, low: null, volume: 0, before: null }

export const emptyMarketState: MarketState = { latest: null, recentMids: [], past: noMinutes, now: null }

/**
 * Applies a quote to the state. Bad prints do not come here: they are stored and listed, and change no figure. The 24-hour
 * window is the minute of the quote's own time and the 1 439 minutes before it. High and low are those of the
 * mids within. The change is measured from the last mid known before the window, or from the window's first mid when
 * there is none, so a stock on Monday is compared with Friday's last price. A quote from an earlier minute than the
 * current one counts into the current minute.
 */
export function applyQuote(state: MarketState, quote: BoardQuote): MarketState {
  const at = Math.floor(quote.time / minuteMs)
  const { mid, volume } = quote
  const recentMids = state.recentMids.slice(state.recentMids.length >= recentMidsLength ? 1 : 0)
  recentMids.push(priceToNumber(mid))
  const { now } = state
  if (now !== null && at <= now.at) {
    const grown = {
      at: now.at,
      open: now.open,
      high: mid > now.high ? mid : now.high,
      low: mid < now.low ? mid : now.low,
      close: mid,
      volume: now.volume + volume,
    }
    return { latest: quote, recentMids, past: state.past, now: grown }
  }
  const past = now === null ? state.past : pastAfter(state.past, now, at)
  return { latest: quote, recentMids, past, now: { at, open: mid, high: mid, low: mid, close: mid, volume } }
}

function pastAfter(past: PastMinutes, closed: Minute, at: number): PastMinutes {
  const first = at - windowMinutes + 1
  const all = [...past.minutes, closed]
  let gone = 0
  while (gone < all.length && (all[gone] as Minute).at < first) gone++
  const minutes = all.slice(gone)
  const before = gone === 0 ? past.before : (all[gone - 1] as Minute).close
  return { minutes, ...extremesOf(minutes), before }
}

function extremesOf(minutes: readonly Minute[]): Pick<PastMinutes, 'high' | 'low' | 'volume'> {
  let high: Price | null = null
  let low: Price | null = null
  let volume = 0
  for (const minute of minutes) {
    if (high === null || minute.high > high) high = minute.high
    if (low === null || minute.low < low) low = minute.low
    volume += minute.volume
  }
  return { high, low, volume }
}

/** Rescales a quote after a split, half to even to the price's unit. */
export function rebaseQuote(quote: BoardQuote, ratio: SplitRatio): BoardQuote {
  const scaled = (price: Price) => splitPrice(price, ratio)
  return { ...quote, bid: scaled(quote.bid), ask: scaled(quote.ask), mid: scaled(quote.mid) }
}

/** Rescales the state after a split, half to even to the price's unit. */
export function rebaseState(state: MarketState, ratio: SplitRatio): MarketState {
  const scaled = (price: Price) => splitPrice(price, ratio)
  const scaledOrNull = (price: Price | null) => (price === null ? null : scaled(price))
  const minute = (one: Minute): Minute => ({
    ...one,
    open: scaled(one.open),
    high: scaled(one.high),
    low: scaled(one.low),
    close: scaled(one.close),
  })
  const { latest, past, now } = state
  const factor = Number(ratio.old) / Number(ratio.fresh)
  return {
    latest: latest && rebaseQuote(latest, ratio),
    recentMids: state.recentMids.map((mid) => mid * factor),
    past: {
      minutes: past.minutes.map(minute),
      high: scaledOrNull(past.high),
      low: scaledOrNull(past.low),
      volume: past.volume,
      before: scaledOrNull(past.before),
    },
    now: now && minute(now),
  }
}

/** The figures of the last 24 hours; nulls before the first quote. */
export interface DayFigures {
  /** Percent, rounded to four decimals, for display. */
  readonly changePercent: number
  /** Price from which the change is measured. */
  readonly from: Price | null
  readonly high: Price | null
  readonly low: Price | null
  readonly volume: number
}

/**
 * Computes the figures of the last 24 hours. The change is measured from the last mid before the window, or from the
 * window's first mid when there is none.
 */
export function dayFigures(state: MarketState): DayFigures {
  const { past, now } = state
  if (now === null) return { changePercent: 0, from: null, high: null, low: null, volume: 0 }
  const from = changeBase(past, now)
  return {
    changePercent: changePercent(from, now.close),
    from,
    high: past.high === null || now.high > past.high ? now.high : past.high,
    low: past.low === null || now.low < past.low ? now.low : past.low,
    volume: past.volume + now.volume,
  }
}

const changeBase = (past: PastMinutes, now: Minute): Price => past.before ?? past.minutes[0]?.open ?? now.open

const drawnMinutes = 30

/**
 * Mids of the last 24 hours, oldest first, as numbers for drawing only: the one the change is measured from, the last of each half hour and
 * the newest. At most 51.
 */
export function dayMids({ past, now }: MarketState): number[] {
  if (now === null) return []
  const mids = [priceToNumber(changeBase(past, now))]
  let drawn: number | null = null
  for (const { at, close } of past.minutes) {
    const halfHour = Math.floor(at / drawnMinutes)
    if (halfHour === drawn) mids.pop()
    mids.push(priceToNumber(close))
    drawn = halfHour
  }
  return [...mids, priceToNumber(now.close)]
}

function changePercent(from: Price, to: Price): number {
  if (from === 0n) return 0
  const ratio = Number(to - from) / Number(from)
  return Math.round(ratio * 1_000_000) / 10_000
}

/** A stored candle in prices; its open time in epoch ms. */
interface PricedCandle {
  readonly openTime: number
  readonly open: Price
  readonly high: Price
  readonly low: Price
  readonly close: Price
  readonly volume: number
}

const minutesOf = (candles: readonly PricedCandle[]): Minute[] =>
  candles.map(({ openTime, ...rest }) => ({ at: openTime / minuteMs, ...rest }))

/**
 * Puts older candles (oldest first) under a window that quotes do not fill yet: high, low, volume and change then cover
 * 24 hours. A candle longer than a minute counts at its open time. Candles from the first minute of the quotes on, and
 * a state whose window is full, change nothing.
 */
export function underlayMinutes(state: MarketState, candles: readonly PricedCandle[]): MarketState {
  const { past, now } = state
  if (now === null || past.before !== null) return state
  const begins = past.minutes[0]?.at ?? now.at
  const windowBegins = now.at - windowMinutes + 1
  const older = minutesOf(candles).filter(({ at }) => at < begins)
  const minutes = [...older.filter(({ at }) => at >= windowBegins), ...past.minutes]
  const before = older.findLast(({ at }) => at < windowBegins)?.close ?? null
  return { ...state, past: { minutes, ...extremesOf(minutes), before } }
}

/**
 * Fills the window from stored one-minute candles, so that 24-hour figures survive a restart. Candles come oldest
 * first; those within 24 h of the newest make the window.
 */
export function stateFromMinutes(candles: readonly PricedCandle[]): MarketState {
  let past = noMinutes
  let now: Minute | null = null
  const minutes = minutesOf(candles)
  const newest = minutes.at(-1)
  if (newest !== undefined) {
    now = newest
    const older = minutes.slice(0, -1)
    const closed = older.pop()
    if (closed !== undefined) past = pastAfter({ ...noMinutes, minutes: older }, closed, newest.at)
  }
  const recentMids = candles.slice(-recentMidsLength).map((candle) => priceToNumber(candle.close))
  return { latest: null, recentMids, past, now }
}
