import type { HaltReason } from '@candor/contract'
import { midOf } from '@candor/money'
import {
  applyQuote,
  type BoardQuote,
  emptyMarketState,
  type MarginLevels,
  type Market,
  type MarketState,
  type MarketTerms,
  type Quote,
  rebaseQuote,
  rebaseState,
  type SplitRatio,
} from '@candor/rules'
import { QuoteJudge } from './judge-quotes.ts'
import type { JudgedQuote } from './price-items.ts'

/** The neighbours a receipt can show. */
const mostRecent = 64
/** Bad prints listed for a market. */
const mostBadPrints = 20

/** Terms for new orders from a moment on (epoch ms). */
export interface TermsFrom {
  readonly from: number
  readonly terms: MarketTerms
}

/** Margin levels for new orders in every market from a moment on (epoch ms). */
export interface LevelsFrom {
  readonly from: number
  readonly levels: MarginLevels
}

/** A market as another process's board knew it. */
export interface AdoptedPlace {
  readonly state: MarketState
  readonly recent: readonly BoardQuote[]
  /** The newest quote that is no bad print; null: none. */
  readonly displayed: BoardQuote | null
  readonly badPrints: readonly BoardQuote[]
  /** The newest tradable ones: of the market's own, then of any source. */
  readonly tradable: readonly JudgedQuote[]
  /** Number of the market's splits that this board had counted. */
  readonly splits: number
}

/** An offer of a market from a moment on (epoch ms): for closing only, or for new positions too. */
export interface OfferFrom {
  readonly from: number
  readonly closeOnly: boolean
}

/** State of one market on the board. */
export interface Place {
  /** The market on its listed terms; replaced where its name, its symbols or its hours change. */
  market: Market
  /** The market on the terms that hold now. */
  inForce: Market
  /** Terms that apply later, the next first. */
  later: readonly TermsFrom[]
  /** Every change of what is offered, the oldest first. */
  offers: readonly OfferFrom[]
  readonly tradable: QuoteJudge
  /** The newest quote, bad prints included; null before the first. */
  latest: BoardQuote | null
  readonly recent: BoardQuote[]
  /** The last bad prints, oldest first. */
  readonly badPrints: BoardQuote[]
  seq: number
  /** Display figures, of all quotes but bad prints. */
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
  offers: [],
  tradable: new QuoteJudge(market, sandbox),
  latest: null,
  recent: [],
  badPrints: [],
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

/** Takes in a quote of a feed, under the market's next number. */
export function numberQuote(place: Place, quote: Quote, receivedAt: number): BoardQuote {
  place.seq += 1
  const { code, bid, ask, time, source, volume } = quote
  return { code, bid, ask, time, source, volume, seq: place.seq, receivedAt, mid: midOf(bid, ask) }
}

/** Adds a quote to what the board knows of a market. A bad print changes nothing that is displayed. */
export function keepQuote(place: Place, quote: BoardQuote, badPrint: boolean): void {
  place.latest = quote
  pushBounded(place.recent, quote, mostRecent)
  if (badPrint) {
    pushBounded(place.badPrints, quote, mostBadPrints)
    return
  }
  // Two sources never share a day or a small chart (trust T4): a new source starts with empty figures.
  const before = place.source === quote.source ? place.state : emptyMarketState
  place.source = quote.source
  place.state = applyQuote(before, quote)
}

/** Replaces what the board knows of a market by what another process's board knew. */
export function adoptPlace(
  place: Place,
  { state, recent, displayed, badPrints, tradable }: AdoptedPlace,
): void {
  const latest = recent.at(-1) ?? null
  place.latest = latest
  place.source = (displayed ?? latest)?.source ?? null
  place.state = { ...state, latest: displayed }
  place.recent.splice(0, place.recent.length, ...recent)
  place.badPrints.splice(0, place.badPrints.length, ...badPrints)
  for (const quote of recent) place.tradable.note(quote)
  for (const { quote, judged } of tradable) if (judged !== null) place.tradable.take(quote, judged)
}

/** Puts what is displayed, and the median, on the scale after a split. Nothing trades before the first new quote. */
export function rebasePlace(place: Place, ratio: SplitRatio): void {
  place.splits += 1
  place.splitDue = null
  place.state = rebaseState(place.state, ratio)
  place.latest = place.latest && rebaseQuote(place.latest, ratio)
  place.tradable.rebase(ratio)
}

function pushBounded(quotes: BoardQuote[], quote: BoardQuote, most: number): void {
  if (quotes.length === most) quotes.shift()
  quotes.push(quote)
}
