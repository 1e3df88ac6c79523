import { midOf, type Price } from '@candor/money'
import type { BoardQuote, MarketState, QuoteSource, TradableQuote } from '@candor/rules'
import { minuteMs } from '@candor/rules/time-units.ts'

/** Not tradable, tradable out of hours, tradable in hours, tradable in hours of a halted market. */
type Judged = 0 | 1 | 2 | 3

/** A quote between processes: prices as texts of whole 10^-10 units. */
export type QuoteItem = readonly [
  code: string,
  seq: number,
  bid: string,
  ask: string,
  time: number,
  receivedAt: number,
  source: QuoteSource,
  volume: number,
  judged: Judged,
  /** Number of the market's splits that the board which took it in had counted. */
  splits: number,
  /** Present for a bad print. */
  badPrint?: true,
]

/** A quote, or the code of a market whose recording restarts. */
export type PriceItem = QuoteItem | string

/** A quote as the leading board took it in. */
export interface JudgedQuote {
  readonly quote: BoardQuote
  /** Null when it is not tradable. */
  readonly judged: Pick<TradableQuote, 'inHours' | 'inSession'> | null
  /** Number of the market's splits that this board had counted: its prices are on their scale. */
  readonly splits: number
  /** True when it is stored and listed, but not displayed. */
  readonly badPrint?: boolean
}

/** A board's displayed state of one market, for a new board. */
export interface PlaceItem {
  readonly recent: readonly QuoteItem[]
  /** The newest quote that is no bad print. */
  readonly displayed?: QuoteItem | null
  readonly badPrints?: readonly QuoteItem[]
  readonly tradable: QuoteItem | null
  /** The newest tradable one that may decide for real accounts, where `tradable` may not. */
  readonly real: QuoteItem | null
  readonly hundred: readonly number[]
  /** The window's minutes, a few gathered into one: its first minute, open, high, low, close, volume. */
  readonly day: readonly (readonly [number, string, string, string, string, number])[]
}

/** Initial state that a new board receives, by market code. */
export type PriceSnapshot = Readonly<Record<string, PlaceItem>>

export function quoteItem({ quote, judged, splits, badPrint }: JudgedQuote): QuoteItem {
  const { code, seq, bid, ask, time, receivedAt, source, volume } = quote
  const prices = [bid.toString(), ask.toString()] as const
  const item = [code, seq, ...prices, time, receivedAt, source, volume, codeOf(judged), splits] as const
  return badPrint === true ? [...item, true] : item
}

export function readQuoteItem(item: QuoteItem): JudgedQuote {
  const [code, seq, bidText, askText, time, receivedAt, source, volume, judged, splits, badPrint = false] =
    item
  const bid = asPrice(bidText)
  const ask = asPrice(askText)
  const quote = { code, seq, bid, ask, mid: midOf(bid, ask), time, receivedAt, source, volume }
  const hours = judged === 0 ? null : { inHours: judged === 2, inSession: judged >= 2 }
  return { quote, judged: hours, splits, badPrint }
}

function codeOf(judged: JudgedQuote['judged']): Judged {
  if (judged === null) return 0
  if (judged.inHours) return 2
  return judged.inSession ? 3 : 1
}

const asPrice = (text: string) => BigInt(text) as Price

type Minute = NonNullable<MarketState['now']>

/** Minutes per bucket of the day's window: prices older than 24 hours leave it up to 15 minutes late. */
const gathered = 15

/** Buckets of the 24-hour window, and the one now forming. */
export function dayOf({ past, now }: MarketState): PlaceItem['day'] {
  const minutes: Minute[] = []
  for (const minute of past.minutes) {
    const last = minutes.at(-1)
    const same = last !== undefined && Math.floor(last.at / gathered) === Math.floor(minute.at / gathered)
    if (same) minutes[minutes.length - 1] = joined(last, minute)
    else minutes.push(minute)
  }
  if (now !== null) minutes.push(now)
  return minutes.map(({ at, open, high, low, close, volume }) => [
    at,
    ...([open, high, low, close].map(String) as [string, string, string, string]),
    volume,
  ])
}

const joined = (first: Minute, next: Minute): Minute => ({
  at: first.at,
  open: first.open,
  high: next.high > first.high ? next.high : first.high,
  low: next.low < first.low ? next.low : first.low,
  close: next.close,
  volume: first.volume + next.volume,
})

/** The gathered minutes as candles, oldest first. */
export const readDay = (day: PlaceItem['day']) =>
  day.map(([at, open, high, low, close, volume]) => ({
    openTime: at * minuteMs,
    open: asPrice(open),
    high: asPrice(high),
    low: asPrice(low),
    close: asPrice(close),
    volume,
  }))
