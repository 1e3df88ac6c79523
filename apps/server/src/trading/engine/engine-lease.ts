import type { Database } from '../../platform/database/database.ts'
import { HeldLock } from '../../platform/database/held-lock.ts'

/** Names the lock that engines meet at. */
const engineLock = '4820160127733'

export interface LeaseWaiting {
  /** Called when another engine leads this database and this one waits for its end. */
  readonly standingBy?: (() => void) | undefined
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined
}

/**
 * The right to decide. By the number the database recognises batches of an earlier engine: once another engine leads, the earlier one can
 * write nothing more, even if it has not noticed.
 */
export class EngineLease {
  readonly fence: bigint
  private readonly lock: HeldLock

  private constructor(lock: HeldLock, fence: bigint) {
    this.lock = lock
    this.fence = fence
  }

  /** Waits for the leading engine to end, then takes its place. */
  static async take(db: Database, waiting: LeaseWaiting): Promise<EngineLease> {
    const { lock, first } = await HeldLock.take({ db, number: engineLock, ...waiting }, async (session) => {
      const { rows } = await session.query<{ fence: bigint }>(
        'UPDATE orders_lease SET fence = fence + 1 RETURNING fence',
      )
      const [row] = rows
      if (row === undefined) throw new Error('orders_lease has no row')
      return row.fence
    })
    return new EngineLease(lock, first)
  }

  release(): void {
    this.lock.release()
  }
}
