import type { RawBuilder } from 'kysely'
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

/** Statements on the owner's table: both updates set `next_at`, the count has one row. */
interface HoldingStatements {
  readonly hold: RawBuilder<unknown>
  readonly release: RawBuilder<unknown>
  readonly count: RawBuilder<{ readonly count: string }>
}

export function heldQueue({ hold, release, count }: HoldingStatements): HeldQueue {
  const change = async (reader: Reader, update: RawBuilder<unknown>): Promise<number> => {
    const { numAffectedRows } = await update.execute(reader)
    return Number(numAffectedRows ?? 0n)
  }
  return {
    hold: (reader) => change(reader, hold),
    release: (reader) => change(reader, release),
    count: async (reader) => Number((await count.execute(reader)).rows[0]?.count),
  }
}
