import {
  type BoardQuote,
  candleOpenTime,
  intervalMs,
  isOpenAt,
  type Market,
  type QuoteSource,
} from '@candor/rules'
import type { Stretch } from './history-source.ts'

const minute = intervalMs['1m']
/** Whole minutes without a quote that make a gap: a quiet market may miss one. */
const leastMinutes = 2
const lookEveryMs = 15 * minute

/** Notices when no quote of a live market came for whole minutes while it was open. */
export class GapWatch {
  /** Minute of the newest quote by market. */
  private readonly newest = new Map<string, number>()
  private readonly marketOf: (code: string) => Market | null
  private readonly onGap: (code: string, gap: Stretch) => void

  /** `newest` holds the minute each market ended with when the last run stopped. */
  constructor(
    newest: ReadonlyMap<string, number>,
    marketOf: (code: string) => Market | null,
    onGap: (code: string, gap: Stretch) => void,
  ) {
    for (const [code, openTime] of newest) this.newest.set(code, openTime)
    this.marketOf = marketOf
    this.onGap = onGap
  }

  take({ code, source, time }: Pick<BoardQuote, 'code' | 'time'> & { readonly source: QuoteSource }): void {
    if (source !== 'live' && source !== 'delayed') return
    const now = candleOpenTime('1m', time)
    const before = this.newest.get(code)
    if (before !== undefined && now <= before) return
    this.newest.set(code, now)
    if (before === undefined || now - before <= leastMinutes * minute) return
    const gap = { from: before + minute, to: now }
    const market = this.marketOf(code)
    if (market !== null && isOpenWithin(market, gap)) this.onGap(code, gap)
  }
}

/** True when the market is open in the stretch for as long as makes a gap; looked at every quarter of an hour in long ones. */
function isOpenWithin(market: Market, { from, to }: Stretch): boolean {
  const step = Math.min(lookEveryMs, Math.max(minute, to - from - minute))
  for (let at = from; at < to; at += step) if (isOpenAt(market, at)) return true
  return isOpenAt(market, to - minute)
}
