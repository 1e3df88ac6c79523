import type { ColumnType, Generated } from 'kysely'
import type { LetterKind } from './write-letter.ts'

/** Times in epoch ms. */
export interface OutboxTables {
  outbox_letters: {
    id: Generated<bigint>
    user_id: string
    kind: LetterKind
    once: string
    facts: ColumnType<Readonly<Record<string, string>>, string, never>
    created_at: bigint
    next_at: bigint
    attempts: Generated<number>
    sent_at: bigint | null
  }
}
