import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '../database/database.ts'

/** Time at which a held message is due: never. Epoch ms. */
export const neverMs = 9_999_999_999_999n

/** Messages of a table that wait for their next attempt: a restore cannot know which of them were sent since the backup. */
export interface HeldQueue {
  /** Holds everything that waits, and returns its number. */
  hold(reader: Reader): Promise<number>
  /** Makes what was held due, as if it had not been tried, and returns its number. */
  release(reader: Reader): Promise<number>
  count(reader: Reader): Promise<number>
}

/** Describes the queue in a table with `next_at` and `attempts`; `isWaiting` selects the rows that are not sent yet, if it keeps others. */
export function heldQueue(table: string, isWaiting: RawBuilder<SqlBool> = sql`true`): HeldQueue {
  const change = async (reader: Reader, update: RawBuilder<unknown>): Promise<number> => {
    const { numAffectedRows } = await update.execute(reader)
    return Number(numAffectedRows ?? 0n)
  }
  const queue = sql.table(table)
  const isHeld = sql`${isWaiting} AND next_at = ${neverMs}`
  return {
    hold: (reader) => change(reader, sql`UPDATE ${queue} SET next_at = ${neverMs} WHERE ${isWaiting}`),
    release: (reader) => change(reader, sql`UPDATE ${queue} SET next_at = 0, attempts = 0 WHERE ${isHeld}`),
    count: async (reader) => {
      const { rows } = await sql<{
        count: string
      }>`SELECT count(*) AS count FROM ${queue} WHERE ${isHeld}`.execute(reader)
      return Number(rows[0]?.count)
    },
  }
}
