import type { Price } from '@candor/money'
import type { QuoteSource } from './market.ts'

/** One quote as every feed gives it, before any tariff. */
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

/** A quote the board has taken in: numbered per market, with the server's clock. */
export interface BoardQuote extends Quote {
  /** Rises by one with every quote of its market, never repeats. */
  readonly seq: number
  /** The server's clock when it came, epoch ms. */
  readonly receivedAt: number
  readonly mid: Price
}

/** A well-formed quote near the median (rulebook, "Which quotes trade"), with the tariff's spread on both sides. */
export interface TradableQuote extends BoardQuote {
  /** What a seller gets and a buyer pays: the raw bid and ask with half the tariff's spread each. */
  readonly sellPrice: Price
  readonly buyPrice: Price
  /** False outside the market's hours, by the quote's own time under replay and the server's clock otherwise: nothing fills, triggers or stops out then. */
  readonly inHours: boolean
}
