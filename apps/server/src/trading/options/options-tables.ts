import type { AccountMode } from '@candor/contract'
import type { OptionDirection, OptionResult, QuoteSource, RefundReason } from '@candor/rules'
import type { Generated } from 'kysely'

/** Times in epoch ms, prices in 10^-10, amounts in USDT's smallest unit, rates in 10^-12. */
export interface OptionsTables {
  options_orders: {
    id: string
    sequence: Generated<bigint>
    order_no: string
    public_id: string
    user_id: string
    mode: AccountMode
    code: string
    direction: OptionDirection
    period_seconds: number
    stake: bigint
    payout_rate: bigint
    settle_within_ms: number
    source: QuoteSource
    open_seq: bigint
    open_price: bigint
    close_seq: bigint | null
    close_price: bigint | null
    /** Product of the splits since its opening; 1 and 1 while it runs. */
    split_fresh: Generated<bigint>
    split_old: Generated<bigint>
    status: Generated<'open' | 'closed'>
    result: OptionResult | null
    refund_reason: RefundReason | null
    profit: bigint | null
    opened_at: bigint
    expires_at: bigint
    closed_at: bigint | null
  }
  options_events: {
    order_id: string
    number: number
    kind: 'open' | 'close'
    at: bigint
    facts: unknown
  }
}
