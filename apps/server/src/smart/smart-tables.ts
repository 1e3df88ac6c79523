import type { Generated } from 'kysely'

/** Times in epoch ms, amounts in USDT's smallest unit, rates in 10^-12. */
export interface SmartTables {
  smart_products: {
    id: string
    name: string
    min_amount: bigint
    max_amount: bigint
    sold: Generated<boolean>
    position: number
  }
  smart_timeframes: {
    product_id: string
    days: number
    yield_min: bigint
    yield_max: bigint
  }
  smart_plans: {
    id: string
    sequence: Generated<bigint>
    order_no: string
    public_id: string
    user_id: string
    product_id: string
    product_name: string
    amount: bigint
    days: number
    daily_yield: bigint
    day_minor: bigint
    penalty_share: bigint
    started_at: bigint
    paid_days: Generated<number>
    next_due_at: bigint | null
    penalty: bigint | null
    status: Generated<'earning' | 'completed' | 'exited'>
    closed_at: bigint | null
  }
  smart_payouts: {
    plan_id: string
    day: number
    minor: bigint
    due_at: bigint
    paid_at: bigint
  }
  smart_product_changes: {
    id: string
    sequence: Generated<bigint>
    product_id: string
    before: unknown
    after: unknown
    reason: string
    proposed_by: string
    approved_by: string
    at: bigint
  }
}
