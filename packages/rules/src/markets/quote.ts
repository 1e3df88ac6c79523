import type { Price } from '@candor/money'
import type { QuoteSource } from './market.ts'

/** One quote as a feed gives it, before any spread is added. */
export interface Quote {
  readonly code: string
  readonly bid: Price
  readonly ask: Price
  /** The source's own time, epoch ms (with replay: the recorded time). */
  readonly time: number
  readonly source: QuoteSource
  /** Traded volume it reports, in base units; 0 where the source gives none. For candles only. */
  readonly volume: number
}

/** A quote that the board has received: numbered per market, with the server's time. */
export interface BoardQuote extends Quote {
  /** Rises by one with every quote of its market, never repeats. */
  readonly seq: number
  /** Server time of receipt, epoch ms. */
  readonly receivedAt: number
  readonly mid: Price
}

/** A well-formed quote near the median (rulebook, "Which quotes trade"), with half of the added spread on each side. */
export interface TradableQuote extends BoardQuote {
  /** The raw bid less, and the raw ask plus, half of the added spread. */
  readonly sellPrice: Price
  readonly buyPrice: Price
  /**
   * False outside the market's hours, by the quote's own time under replay and the server's clock otherwise, and during
   * an operator's halt: then nothing fills, triggers or stops out.
   */
  readonly inHours: boolean
  /** By the market's hours alone. A halt does not affect purchases made before it: options settle on these quotes. */
  readonly inSession: boolean
  /** False for replayed and simulated quotes outside a sandbox: they decide nothing for a real account (trust T4). */
  readonly forReal: boolean
}

/** Kind of account that a decision concerns. */
export type AccountMode = 'demo' | 'real'

/** Reports whether a source gives real market data, as opposed to a recording or made-up prices. */
export const isFromMarket = (source: QuoteSource): boolean => source === 'live' || source === 'delayed'

/**
 * Reports whether an account of this mode may be filled, marked, trailed, charged, converted, stopped out or settled on the
 * quote. Source: rulebook, Source of prices.
 */
export const mayDecide = (mode: AccountMode, quote: Pick<TradableQuote, 'forReal'>): boolean =>
  mode === 'demo' || quote.forReal

/** Lists the account modes a quote may decide for. */
export const decidedBy = ({ forReal }: Pick<TradableQuote, 'forReal'>): readonly AccountMode[] =>
  forReal ? everyMode : demoOnly

const everyMode: readonly AccountMode[] = ['demo', 'real']
const demoOnly: readonly AccountMode[] = ['demo']
