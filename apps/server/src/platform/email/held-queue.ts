import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '../database/database.ts'

/** Time at which a held message is due: never. Epoch ms. */
export const neverMs = 9_999_999_999_999n

/** Messages that wait for their next attempt: a restore cannot know which of them were sent since the backup. */
export interface HeldQueue {
  /** Holds everything that waits, and returns its number. */
  hold(reader: Reader): Promise<number>
  /** Makes what was held due, as if it had not been tried, and returns its number. */
  release(reader: Reader): Promise<number>
}

/**
 * Describes the queue in a table with `next_at` and `attempts`. `update` begins its statements (`UPDATE <table>`); `isWaiting` selects the rows
 * that are not sent yet, if it keeps others.
 */
export function heldQueue(
  update: RawBuilder<unknown>,
  isWaiting: RawBuilder<SqlBool> = sql`true`,
): HeldQueue {
  const countOf = async (reader: Reader, statement: RawBuilder<unknown>): Promise<number> => {
    const { numAffectedRows } = await statement.execute(reader)
    return Number(numAffectedRows ?? 0n)
  }
  return {
    hold: (reader) => countOf(reader, sql`${update} SET next_at = ${neverMs} WHERE ${isWaiting}`),
    release: (reader) =>
      countOf(
        reader,
        sql`${update} SET next_at = 0, attempts = 0 WHERE ${isWaiting} AND next_at = ${neverMs}`,
      ),
  }
}
