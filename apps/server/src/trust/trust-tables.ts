import type { LimitKind } from '@candor/rules'
import type { ColumnType } from 'kysely'

/** Times in epoch ms, losses in USDT's smallest unit. */
export interface TrustTables {
  trust_limits: {
    user_id: string
    kind: LimitKind | 'reminder'
    value: bigint | null
    next_value: bigint | null
    next_at: bigint | null
    changed_at: bigint
  }
  trust_understanding: {
    user_id: string
    passed_at: bigint
  }
  /** Written by `trust_audit_write` alone; read here. */
  trust_audit: {
    seq: ColumnType<bigint, never, never>
    previous: ColumnType<string, never, never>
    body: ColumnType<string, never, never>
    hash: ColumnType<string, never, never>
    at: ColumnType<bigint, never, never>
    actor: ColumnType<string, never, never>
    action: ColumnType<string, never, never>
    subject: ColumnType<string, never, never>
  }
  trust_heads: {
    number: bigint
    at: bigint
    document: string
    key_id: string
    signature: string
  }
}
