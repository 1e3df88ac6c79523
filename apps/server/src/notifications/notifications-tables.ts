import type { AccountMode, NoticeKind } from '@candor/contract'
import type { AlertSide, QuoteSource } from '@candor/rules'
import type { ColumnType, Generated } from 'kysely'

/** Times in epoch ms, prices in 10^-10. */
export interface NotificationsTables {
  notifications_notices: {
    id: string
    sequence: Generated<bigint>
    user_id: string
    mode: AccountMode | null
    kind: NoticeKind
    once: string
    code: string | null
    order_id: string | null
    at: bigint
    facts: ColumnType<Readonly<Record<string, string>>, string, never>
    read_at: bigint | null
  }
  notifications_choices: {
    user_id: string
    topic: string
    site: boolean
    email: boolean
    push: boolean
  }
  notifications_browsers: {
    id: string
    user_id: string
    endpoint: string
    p256dh: string
    auth: string
    device: string
    created_at: bigint
  }
  notifications_outgoing: {
    id: Generated<bigint>
    notice_id: string
    user_id: string
    channel: Generated<'email' | 'push' | null>
    browser_id: string | null
    next_at: bigint
    attempts: Generated<number>
  }
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
