import type { BoardQuote } from '@candor/rules'
import type { PriceBoard } from '../../market-data/price-board/price-board.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { SignedTexts } from '../../platform/http/security/signed-text.ts'
import type { FreshRule } from '../../trading/quotes/fresh-rule.ts'

/** Quotes that conversions are made at. */
export interface ConversionPrices {
  readonly board: PriceBoard
  /** Limits the age of the price that a conversion is quoted at. */
  readonly fresh: FreshRule
  /** Journals quotes that trading used (trust T5). */
  journal(tx: Tx, quotes: readonly BoardQuote[]): Promise<void>
}

/** Customers who convert, the market's prices, and the signature of what was quoted. */
export interface ConversionPorts {
  readonly customerOf: (userId: string) => Promise<{ readonly frozen: boolean }>
  readonly prices: ConversionPrices
  readonly quotes: SignedTexts
}
