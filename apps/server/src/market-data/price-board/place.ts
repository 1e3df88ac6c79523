import type { HaltReason } from '@candor/contract'
import {
  type BoardQuote,
  emptyMarketState,
  type Market,
  type MarketState,
  type MarketTerms,
  type Quote,
} from '@candor/rules'
import { QuoteJudge } from './judge-quotes.ts'
import type { JudgedQuote } from './price-items.ts'

/** Terms for new orders from a moment on (epoch ms). */
export interface TermsFrom {
  readonly from: number
  readonly terms: MarketTerms
}

/** A market as another process's board knew it. */
export interface AdoptedPlace {
  readonly state: MarketState
  readonly recent: readonly BoardQuote[]
  /** The newest tradable ones: of the market's own, then of any source. */
  readonly tradable: readonly JudgedQuote[]
  /** Number of the market's splits that this board had counted. */
  readonly splits: number
}

/** State of one market on the board. */
export interface Place {
  /** The market on its listed terms. */
  readonly market: Market
  /** The market on the terms that hold now. */
  inForce: Market
  /** Terms that apply later, the next first. */
  later: readonly TermsFrom[]
  readonly tradable: QuoteJudge
  readonly recent: BoardQuote[]
  seq: number
  state: MarketState
  /** Source of the quotes in the state; null before the first. */
  source: Quote['source'] | null
  /** Number of its splits that this board has counted. */
  splits: number
  /** The moment of a split that is neither carried out nor cancelled, epoch ms; null: none. Quotes from then on are of another scale. */
  splitDue: number | null
  /** The reason that an operator halted it; null: not halted. */
  haltedFor: HaltReason | null
}

/** Creates a market without quotes; its next quote gets the number `firstSeq`. */
export const createPlace = (
  market: Market,
  { firstSeq, sandbox = false }: { readonly firstSeq: number; readonly sandbox?: boolean },
): Place => ({
  market,
  inForce: market,
  later: [],
  tradable: new QuoteJudge(market, sandbox),
  recent: [],
  seq: firstSeq - 1,
  state: emptyMarketState,
  source: null,
  splits: 0,
  splitDue: null,
  haltedFor: null,
})

/** Checks whether a quote came before any split that is due: later ones trade once the split is carried out or cancelled. */
export const isOnItsScale = ({ splitDue }: Place, { receivedAt }: BoardQuote): boolean =>
  splitDue === null || receivedAt < splitDue
