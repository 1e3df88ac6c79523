import { sql } from 'kysely'
import { heldQueue, neverMs } from './held-queue.ts'

export const heldLetters = heldQueue({
  hold: sql`UPDATE outbox_letters SET next_at = ${neverMs} WHERE sent_at IS NULL`,
  release: sql`UPDATE outbox_letters SET next_at = 0, attempts = 0 WHERE sent_at IS NULL AND next_at = ${neverMs}`,
  count: sql`SELECT count(*) AS count FROM outbox_letters WHERE sent_at IS NULL AND next_at = ${neverMs}`,
})
