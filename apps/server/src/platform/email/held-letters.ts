import type { Reader } from '../database/database.ts'

/** Time at which a held letter is due: never. Epoch ms. */
export const neverMs = 9_999_999_999_999n

/** Holds every letter that waits, and returns their number: a restore cannot know which of them were sent since the backup. */
export async function holdLetters(reader: Reader): Promise<number> {
  const { numUpdatedRows } = await reader
    .updateTable('outbox_letters')
    .set({ next_at: neverMs })
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Makes held letters due, and returns their number. */
export async function releaseLetters(reader: Reader): Promise<number> {
  const { numUpdatedRows } = await reader
    .updateTable('outbox_letters')
    .set({ next_at: 0n, attempts: 0 })
    .where('sent_at', 'is', null)
    .where('next_at', '=', neverMs)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

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
