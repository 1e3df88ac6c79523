import type { Generated } from 'kysely'

/** Times in epoch ms. */
export interface SupportTables {
  support_conversations: {
    user_id: string
    last_at: bigint
    waiting_since: bigint | null
    read_through: Generated<bigint>
  }
  support_messages: {
    id: string
    sequence: Generated<bigint>
    user_id: string
    operator_id: string | null
    text: string
    file_id: string | null
    at: bigint
    once: string
  }
}
