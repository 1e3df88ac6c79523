import type { Candle, CandleInterval } from '@candor/contract'
import { openTimeOf } from '../live-candle.ts'
import type { Close } from './compared-rows.ts'

/** Loads the candles before a time, or the newest. */
type LoadPage = (before: number | null) => Promise<readonly Candle[]>

/** Pages that are loaded at most. */
const mostPages = 20

export interface ComparisonFeed {
  readonly closes: () => readonly Close[]
  /** Loads older candles until there are some from before this moment. */
  readonly reachBack: (moment: number) => void
  /** Takes a live price into the newest candle, or begins the next one with it. */
  readonly price: (price: number, timeMs: number) => void
  readonly stop: () => void
}

/** Closes of the market that a chart is compared with, as far back as the chart goes. */
export function createComparisonFeed(
  interval: CandleInterval,
  load: LoadPage,
  onChange: () => void,
): ComparisonFeed {
  let closes: readonly Close[] = []
  let state: 'idle' | 'loading' | 'done' | 'stopped' = 'idle'
  let pages = 0
  let wanted = Number.POSITIVE_INFINITY
  const isEnough = () => pages > 0 && (closes[0]?.[0] ?? wanted) <= wanted
  const arrived = (page: readonly Candle[] | null) => {
    if (state === 'stopped') return
    state = 'idle'
    // The next change of the visible bars, or the next price, tries again.
    if (page === null) return
    pages += 1
    closes = [...page.map(([timestamp, , , , close]): Close => [timestamp, close]), ...closes]
    if (page.length === 0 || pages === mostPages) state = 'done'
    onChange()
    next()
  }
  const next = () => {
    if (state !== 'idle' || isEnough()) return
    state = 'loading'
    load(closes[0]?.[0] ?? null).then(arrived, () => arrived(null))
  }
  next()
  return {
    closes: () => closes,
    reachBack: (moment) => {
      wanted = Math.min(wanted, moment)
      next()
    },
    price: (price, timeMs) => {
      const last = closes.at(-1)
      if (last === undefined) return next()
      const timestamp = openTimeOf(timeMs, interval)
      if (timestamp < last[0]) return
      closes = [...(timestamp === last[0] ? closes.slice(0, -1) : closes), [timestamp, price]]
      onChange()
    },
    stop: () => {
      state = 'stopped'
    },
  }
}
