import type { LimitKind } from '@candor/rules'

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
}
