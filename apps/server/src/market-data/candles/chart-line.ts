import { type CandleBar, candleOpenTime, type IntervalName, joinCandles } from '@candor/rules'

/** A market's chart while it forms: the minute now, and per longer interval the closed minutes of its stretch. */
export interface ChartLine {
  minute: CandleBar | null
  readonly closed: Map<IntervalName, CandleBar>
  minuteDirty: boolean
}

/** The candle of an interval as of now: its closed minutes and the one forming. */
export function formingOf(line: ChartLine, interval: IntervalName): CandleBar | null {
  if (interval === '1m' || line.minute === null)
    return interval === '1m' ? line.minute : (line.closed.get(interval) ?? null)
  return joinCandles(line.closed.get(interval) ?? null, interval, line.minute)
}

/** True when quotes still change the longer candle that opens at `openTime`. */
export function isForming(line: ChartLine, interval: IntervalName, openTime: number, nowMs: number): boolean {
  const minuteNow = line.minute?.openTime ?? nowMs
  return openTime >= candleOpenTime(interval, Math.min(nowMs, minuteNow))
}

/** Joins an exchange's forming candle with what quotes made of it: it opens as the exchange says and ends as the quotes do. */
export function underlaid(under: CandleBar, own: CandleBar | null): CandleBar {
  if (own === null || own.openTime !== under.openTime) return under
  return {
    openTime: under.openTime,
    open: under.open,
    high: Math.max(under.high, own.high),
    low: Math.min(under.low, own.low),
    close: own.close,
    volume: Math.max(under.volume, own.volume),
  }
}

/** The candle at another scale, after a split. */
export const scaledBy = <Bar extends CandleBar>(factor: number, bar: Bar): Bar => ({
  ...bar,
  open: bar.open * factor,
  high: bar.high * factor,
  low: bar.low * factor,
  close: bar.close * factor,
})
