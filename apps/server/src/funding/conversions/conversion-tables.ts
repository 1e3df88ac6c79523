import type { AssetCode } from '@candor/money'
import type { QuoteSource } from '@candor/rules'
import type { GeneratedAlways, JSONColumnType } from 'kysely'

/** A quote that a rate was computed from, as texts so that no digit is lost. */
export interface RecordedQuote {
  readonly code: string
  readonly seq: number
  readonly source: QuoteSource
  readonly time: number
  readonly receivedAt: number
  readonly bid: string
  readonly ask: string
  readonly mid: string
  /** Price of one, as the market lists it: a spread that a tariff adds is a term of contracts and not charged on conversions. */
  readonly sellPrice: string
  readonly buyPrice: string
}

export interface ConversionTables {
  funding_conversions: {
    id: string
    sequence: GeneratedAlways<bigint>
    user_id: string
    from_asset: AssetCode
    to_asset: AssetCode
    amount: bigint
    fee: bigint
    received: bigint
    rate: string
    quotes: JSONColumnType<readonly RecordedQuote[], string, never>
    quoted_at: bigint
    /** The promised quote it used up. */
    held_quote: string | null
    created_at: bigint
  }
}
