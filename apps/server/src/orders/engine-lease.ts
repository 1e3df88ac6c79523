import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Database } from '../db/database.ts'
import { isPassing } from '../db/passing.ts'

/** Names the lock that engines meet at; any number does, as long as nobody else uses it. */
const engineLock = '4820160127733'
const retryMs = 500

type Session = pg.PoolClient

/**
 * The right to decide. The lock lives as long as its session: a killed engine's is free at once, and the next in line has it.
 * The number tells the database whose batches still count.
 */
export class EngineLease {
  readonly fence: bigint
  private readonly db: Database
  private session: Session | null = null
  private ended = false

  private constructor(db: Database, session: Session, fence: bigint) {
    this.db = db
    this.fence = fence
    this.keep(session)
  }

  /** Waits for whoever leads now to end; `standingBy` is told when somebody does. */
  static async take(db: Database, standingBy: () => void): Promise<EngineLease> {
    for (;;) {
      const session = await db.pool.connect()
      try {
        if (!(await lockedAtOnce(session))) {
          standingBy()
          await session.query(`SELECT pg_advisory_lock(${engineLock})`)
        }
        const { rows } = await session.query<{ fence: bigint }>(
          'UPDATE orders_lease SET fence = fence + 1 RETURNING fence',
        )
        const [row] = rows
        if (row === undefined) throw new Error('orders_lease has no row')
        return new EngineLease(db, session, row.fence)
      } catch (error) {
        session.release(true)
        if (!isPassing(error)) throw error
        await sleep(retryMs)
      }
    }
  }

  release(): void {
    this.ended = true
    const { session } = this
    this.session = null
    session?.removeAllListeners('end')
    // Its end frees the lock.
    session?.release(true)
  }

  private keep(session: Session): void {
    this.session = session
    session.once('end', () => {
      this.session = null
      session.release(true)
      void this.takeAgain()
    })
  }

  /** After a lost connection: the lock again if nobody took over. If somebody did, the database refuses our batches. */
  private async takeAgain(): Promise<void> {
    while (!this.ended && this.session === null) {
      await sleep(retryMs)
      try {
        const session = await this.db.pool.connect()
        if (await lockedAtOnce(session)) this.keep(session)
        else session.release()
      } catch {
        // The database is still away; its absence is told by whoever asks it something.
      }
    }
  }
}

async function lockedAtOnce(session: Session): Promise<boolean> {
  const { rows } = await session.query<{ ours: boolean }>(
    `SELECT pg_try_advisory_lock(${engineLock}) AS ours`,
  )
  return rows[0]?.ours === true
}
