import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Database } from './database.ts'
import { isTransient } from './transient-errors.ts'

/** Polling interval of a waiting process: waiting inside the database would keep it from vacuuming old rows. */
const lookEveryMs = 250
const retryMs = 500

/** A power cut on the holder's machine frees the lock after some seconds, not after the system's two hours. */
const noticeSilence =
  'SET tcp_keepalives_idle = 2; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 2'

export interface HeldLockOptions {
  readonly db: Database
  /** Number of the lock in the database; any number that no other lock uses. */
  readonly number: string
  /** Called once, when another process holds it and this one waits. */
  readonly standingBy?: (() => void) | undefined
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined
  /** Called when the connection was lost and another process holds the lock now. */
  readonly lost?: (() => void) | undefined
}

/** The wait for a lock was aborted. */
export class NotLeading extends Error {
  constructor() {
    super('waiting for the lead was aborted')
  }
}

/** An advisory lock that lives as long as its session: a killed holder's is free at once, and the next in line has it. */
export class HeldLock {
  private readonly options: HeldLockOptions
  private session: pg.PoolClient | null = null
  private ended = false

  private constructor(options: HeldLockOptions, session: pg.PoolClient) {
    this.options = options
    this.keep(session)
  }

  /** Takes the lock and runs `first` in its session; waits for the current holder. Throws `NotLeading` when `signal` aborts the wait. */
  static async take<T>(
    options: HeldLockOptions,
    first: (session: pg.PoolClient) => Promise<T>,
  ): Promise<{ readonly lock: HeldLock; readonly first: T }> {
    const { db, number, signal, standingBy } = options
    for (let tries = 0; signal?.aborted !== true; tries++) {
      const session = await sessionOf(db)
      const done = session === null ? null : await tryIn(session, number, first)
      if (session !== null && done !== null)
        return { lock: new HeldLock(options, session), first: done.first }
      if (tries === 0) standingBy?.()
      await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined)
    }
    throw new NotLeading()
  }

  release(): void {
    this.ended = true
    const { session } = this
    this.session = null
    session?.removeAllListeners('end')
    // Its end frees the lock.
    session?.release(true)
  }

  private keep(session: pg.PoolClient): void {
    this.session = session
    session.once('end', () => {
      this.session = null
      session.release(true)
      void this.takeAgain()
    })
  }

  /** Takes the lock again after a lost connection, if no other process took over. */
  private async takeAgain(): Promise<void> {
    while (!this.ended && this.session === null) {
      await sleep(retryMs)
      // The database may be unavailable, or the pool already closed: the next query reports it.
      const session = await this.options.db.pool.connect().catch(() => null)
      if (session === null) continue
      const ours = await lockedAtOnce(session, this.options.number).catch(() => null)
      if (ours === true) this.keep(session)
      else session.release(ours === null)
      if (ours !== false || this.options.lost === undefined) continue
      this.options.lost()
      return
    }
  }
}

/** Null while the database is away. */
async function sessionOf(db: Database): Promise<pg.PoolClient | null> {
  try {
    return await db.pool.connect()
  } catch (error) {
    if (!isTransient(error)) throw error
    return null
  }
}

/** Returns the result of `first`, with the lock held; null when another process has it or the connection broke. */
async function tryIn<T>(
  session: pg.PoolClient,
  number: string,
  first: (session: pg.PoolClient) => Promise<T>,
): Promise<{ readonly first: T } | null> {
  try {
    if (await lockedAtOnce(session, number)) {
      await session.query(noticeSilence)
      return { first: await first(session) }
    }
    session.release()
  } catch (error) {
    session.release(true)
    if (!isTransient(error)) throw error
  }
  return null
}

async function lockedAtOnce(session: pg.PoolClient, number: string): Promise<boolean> {
  const { rows } = await session.query<{ ours: boolean }>(`SELECT pg_try_advisory_lock(${number}) AS ours`)
  return rows[0]?.ours === true
}
