import type { RiskProduct } from '@candor/contract'

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
  orders_risk_alerts: { kind: RiskAlertKind; code: string; cost: bigint; since: bigint }
}

/** Subject of a threshold that is passed: one market's move, one customer's positions, or a shortfall that no account could pay. */
export type RiskAlertKind = 'market' | 'customer' | 'cover'
