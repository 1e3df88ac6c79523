import type { AlertSide, QuoteSource } from '@candor/rules'
import type { Generated } from 'kysely'

/** Times in epoch ms, prices in 10^-10. */
export interface NotificationsTables {
  notifications_alerts: {
    id: string
    sequence: Generated<bigint>
    user_id: string
    code: string
    side: AlertSide
    price: bigint
    created_at: bigint
    fired_at: bigint | null
    fired_price: bigint | null
    fired_seq: bigint | null
    source: QuoteSource | null
  }
}
