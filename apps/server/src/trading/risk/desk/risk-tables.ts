import type { RiskProduct } from '@candor/contract'
import type { Generated } from 'kysely'

/** Amounts in USDT's smallest unit, times in epoch ms. */
export interface RiskTables {
  orders_risk_days: {
    /** `YYYY-MM-DD`. */
    day: string
    code: string
    product: RiskProduct
    trades: bigint
    prices: bigint
    charges: bigint
  }
  orders_risk_done: { day: string }
  orders_risk_hours: {
    at: bigint
    code: string
    net: bigint
    gross: bigint
    unrealised: bigint
    margin: bigint
  }
  orders_risk_cover: { at: bigint; capital: bigint; would_win: bigint; negative_balance: bigint }
  orders_exposure_limits: {
    id: string
    sequence: Generated<bigint>
    code: string
    most: bigint | null
    reason: string
    proposed_by: string
    approved_by: string
    changed_at: bigint
  }
  orders_risk_alerts: { kind: RiskAlertKind; code: string; cost: bigint; since: bigint }
}

/**
 * Subject of a threshold that is passed: one market's move, one customer's positions, a shortfall that no account could pay, or a market's
 * exposure limit.
 */
export type RiskAlertKind = 'market' | 'customer' | 'cover' | 'limit'
