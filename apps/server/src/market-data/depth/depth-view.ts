import type { BookLevel, DepthExchange, DepthState, MarketTrade } from '@candor/contract'

export interface BookTop {
  readonly bids: readonly BookLevel[]
  readonly asks: readonly BookLevel[]
}

/** Order book and trades of a market as they are shown now. Book and trades are other objects once they have changed. */
export interface DepthView {
  readonly state: DepthState
  readonly exchange: DepthExchange | null
  /** Time of the exchange's newest message about the market, epoch ms. */
  readonly time: number | null
  readonly book: BookTop
  /** Newest first. */
  readonly trades: readonly MarketTrade[]
}

const emptyBook: BookTop = { bids: [], asks: [] }
const noTrades: readonly MarketTrade[] = []

export const viewOf = (state: DepthState, exchange: DepthExchange | null): DepthView => ({
  ...{ state, exchange, time: null },
  book: emptyBook,
  trades: noTrades,
})

/** Source of order books, for the sockets that show them. */
export interface DepthSource {
  /** Follows a market until the returned function is called; once or more often. */
  watch(code: string): () => void
  view(code: string): DepthView
}
