import type { AssetCode } from '@candor/money'
import type { GeneratedAlways, JSONColumnType } from 'kysely'
import type { QuoteFacts } from './conversion-quote.ts'

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
    quotes: JSONColumnType<readonly QuoteFacts[], string, never>
    quoted_at: bigint
    /** The promised quote it used up. */
    held_quote: string | null
    created_at: bigint
  }
}
