import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'

/** More quotes than one market can have in the life of a process. */
const sequencesPerRun = 1_000_000_000

/**
 * The number of a new run's first quote: above every number of the runs before it, also when the clock was set back.
 * A thousand numbers a millisecond, so that even a replay at full speed stays below the next run's first.
 */
export async function beginRun(db: Database, clock: Clock): Promise<number> {
  return db.transaction(async (tx) => {
    const before = await tx
      .selectFrom('markets_runs')
      .select((eb) => eb.fn.max('first_seq').as('first'))
      .executeTakeFirst()
    const least = before?.first == null ? 0 : Number(before.first) + sequencesPerRun
    const first = Math.max(clock.now() * 1000, least)
    await tx
      .insertInto('markets_runs')
      .values({ first_seq: BigInt(first), started_at: new Date(clock.now()) })
      .execute()
    return first
  })
}
