import type { IntervalName, QuoteSource } from '@candor/rules'

/** One line of one chart. */
export interface Series {
  readonly code: string
  readonly source: QuoteSource
  readonly interval: IntervalName
}

/** The newest `limit` candles that open from `from` to `to`, both ends included, epoch ms. */
export interface CandleRange {
  readonly from: number
  readonly to: number
  readonly limit: number
}
