import type { CandleBar } from '@candor/rules'
import type { CandlePages } from '../candles/followed-candles.ts'
import type { Series } from '../candles/series.ts'

/** Bars of one response: more are read from the newest back, as a chart scrolls. */
export const mostBars = 2_000
/** Candles of one page, as the shared pages have them. */
const pageLength = 1_000

export interface HistoryRequest {
  readonly series: Series
  /** Epoch ms; `to` itself is not included. */
  readonly from: number
  readonly to: number
  /** Number of bars before `to`, however far they reach back; it takes the place of `from`. */
  readonly countback: number | undefined
}

/** Reads the bars of a range in columns, oldest first; where there are none, the time of the nearest bar before. */
export async function udfHistory(candles: CandlePages, request: HistoryRequest) {
  const from = request.countback === undefined ? request.from : 0
  const bars = await newestBars(candles, { ...request, from })
  const within = bars.filter(({ openTime }) => openTime >= from)
  if (within.length > 0) return { s: 'ok', ...columnsOf(within) } as const
  const before = bars.at(-1)
  return { s: 'no_data', ...(before === undefined ? {} : { nextTime: before.openTime / 1000 }) } as const
}

/** Reads bars from the newest back, until there are enough or one is before `from`. */
async function newestBars(
  candles: CandlePages,
  { series, from, to, countback = mostBars }: HistoryRequest,
): Promise<CandleBar[]> {
  let found: CandleBar[] = []
  let end = to - 1
  while (found.length < countback && end >= 0) {
    const limit = Math.min(pageLength, countback - found.length)
    const page = await candles.page(series, { from: 0, to: end, limit })
    const [first] = page
    found = [...page, ...found]
    if (first === undefined || page.length < limit || first.openTime < from) break
    end = first.openTime - 1
  }
  return found
}

const columnsOf = (bars: readonly CandleBar[]) => ({
  t: bars.map(({ openTime }) => openTime / 1000),
  o: bars.map(({ open }) => open),
  h: bars.map(({ high }) => high),
  l: bars.map(({ low }) => low),
  c: bars.map(({ close }) => close),
  v: bars.map(({ volume }) => volume),
})
