import type { ColumnType } from 'kysely'

/** First responses of the money calls, so that a repeat returns the same one (ADR-011). */
export interface HttpTables {
  http_idempotency: {
    user_id: string
    key: string
    call: string
    body_hash: string
    /** Null only inside the transaction that is doing the effect. */
    answer: ColumnType<unknown, string | null, string>
    created_at: Date
  }
}
