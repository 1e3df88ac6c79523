import { sql } from 'kysely'
import { heldQueue } from './held-queue.ts'

export const heldLetters = heldQueue('outbox_letters', sql`sent_at IS NULL`)
