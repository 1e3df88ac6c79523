import type { QuoteSource } from '@candor/rules'
import type { Generated } from 'kysely'

export interface MarketsTables {
  markets_candles: CandlesTable
  markets_pasts: { code: string; ends_at: bigint; written_at: Date | null }
  markets_runs: { first_seq: bigint; started_at: Date }
  markets_quotes: QuotesTable
  markets_watchlist: { user_id: string; code: string; added_at: Date }
}

interface CandlesTable {
  code: string
  source: QuoteSource
  interval: string
  open_time: bigint
  open: number
  high: number
  low: number
  close: number
  volume: number
  through: bigint
}

interface QuotesTable {
  code: string
  seq: bigint
  revision: Generated<number>
  source: QuoteSource
  source_time: bigint
  received_at: bigint
  bid: bigint
  ask: bigint
  reason: string | null
}
