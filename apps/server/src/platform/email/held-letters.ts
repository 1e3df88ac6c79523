import { sql } from 'kysely'
import type { Reader } from '../database/database.ts'
import { heldQueue, neverMs } from './held-queue.ts'

export const heldLetters = heldQueue(sql`UPDATE outbox_letters`, sql`sent_at IS NULL`)

/** Counts held letters. */
export async function countHeldLetters(reader: Reader): Promise<number> {
  const { count } = await reader
    .selectFrom('outbox_letters')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('sent_at', 'is', null)
    .where('next_at', '=', neverMs)
    .executeTakeFirstOrThrow()
  return Number(count)
}
