import type { HedgeSide } from '@candor/rules/hedging/decide-hedge.ts'
import type { HedgeOrderState } from '@candor/rules/hedging/hedge-order.ts'
import type { ColumnType, Generated } from 'kysely'

/** A whole number beyond 64 bits: a decimal text on both sides. */
type Numeric = ColumnType<string, string, string>

/** Reason for which no order may be sent in a market. */
export type HedgeHindrance = 'stopped' | 'disconnected' | 'terms' | 'uncompared' | 'differs' | 'failing'

/** Times in epoch ms; lots and quantities in units of 10^-8. */
export interface HedgingTables {
  hedging_orders: {
    client_id: string
    number: Generated<bigint>
    venue: string
    code: string
    symbol: string
    side: HedgeSide
    lots: bigint
    quantity: bigint
    state: Generated<HedgeOrderState>
    executed: Generated<bigint>
    venue_order_id: string | null
    reason: string | null
    fence: bigint
    created_at: bigint
    sent_at: bigint
    ended_at: bigint | null
  }
  hedging_fills: {
    venue: string
    symbol: string
    fill_id: string
    number: Generated<bigint>
    client_id: string
    code: string
    side: HedgeSide
    lots: bigint
    quantity: bigint
    price: bigint
    fee: Numeric
    fee_asset: string
    at: bigint
    booked_at: bigint
    realised: bigint
    charged: bigint
    paid: boolean
  }
  hedging_positions: { venue: string; code: string; lots: bigint; cost: Numeric }
  hedging_stops: {
    number: Generated<bigint>
    code: string
    stopped: boolean
    reason: string
    operator: string | null
    at: bigint
  }
  hedging_states: {
    venue: string
    code: string
    at: bigint
    net: bigint
    most: bigint | null
    laid_off: bigint
    residual: bigint | null
    net_value: bigint | null
    laid_off_value: bigint | null
    residual_value: bigint | null
    residual_ms: bigint
    hindrance: HedgeHindrance | null
    connected: boolean
    since: bigint | null
    fault: string | null
  }
  hedging_comparisons: {
    venue: string
    code: string
    at: bigint
    ours: bigint
    theirs: bigint
    foreign_fills: number
    missing_fills: number
    through: bigint
  }
}
