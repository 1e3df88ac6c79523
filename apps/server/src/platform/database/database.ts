import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Clock } from '../clock.ts'
import { DatabaseServerError } from './embedded/database-server-error.ts'
import type { Schema } from './schema.ts'
import { withIdleLimit } from './session-limits.ts'
import { isAway, isNotYetThere } from './transient-errors.ts'
import { refuseSecondConnection, withinTransaction } from './within-transaction.ts'

export type Tx = Transaction<Schema>

/** Typed queries: of the whole database, or within a transaction, which sees what it has written. */
export type Reader = Kysely<Schema>

/** The one way to the database: typed queries, transactions, and the bare pool for the few hot statements. */
export interface Database {
  readonly query: Kysely<Schema>
  readonly pool: pg.Pool
  /**
   * Connections reserved for the engine's commits and what they wait for (ids of accounts, quotes stored first). However busy
   * other connections are, the engine's decisions are written.
   */
  readonly enginePool: pg.Pool
  /** Commits when `work` resolves, rolls back when it throws. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** From now on a database that is away is a failure, and nobody waits for its return: for a server that stops. */
  stopWaiting(): void
  close(): Promise<void>
}

/** A database, and the clock that its rows' times come from. */
export interface ClockedDatabase {
  readonly db: Database
  readonly clock: Clock
}

// 64-bit integers (amounts, prices, sequences) are bigint on our side: a number would round them.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)
const int8ArrayOid: number = 1016
const int8Array = int8ArrayOid as typeof pg.types.builtins.INT8
const asTexts: (text: string) => readonly (string | null)[] = pg.types.getTypeParser(int8Array)
pg.types.setTypeParser(int8Array, (text) =>
  asTexts(text).map((item) => (item === null ? null : BigInt(item))),
)

const retryMs = 25
const goneSentence =
  'The database could not be reached while the server stopped: what was not stored before is lost, as after a crash.'
/** Explains why a server could not stop in order: where its database went away, in one sentence. */
export const explainStop = (error: unknown): unknown =>
  isAway(error) ? new DatabaseServerError(goneSentence, { cause: error }) : error

/**
 * A wait for a connection, free ones and a restarting server's alike, ends with an error after this long: a queue that never moves would
 * hang every caller.
 */
const waitMostMs = 5_000
/** One connection for the batch, and one for the quotes that the next one rests on. */
const engineConnections = 2

/** A pool whose callers wait a moment while PostgreSQL restarts, instead of failing. */
class PatientPool extends pg.Pool {
  private isPatient = true

  stopWaiting(): void {
    this.isPatient = false
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const client = this.connectWithRetry()
    if (callback === undefined) return client
    client.then(
      (found) => callback(undefined, found, (broken) => found.release(broken)),
      (error: Error) => callback(error, undefined, () => undefined),
    )
    return undefined
  }

  private async connectWithRetry(): Promise<pg.PoolClient> {
    refuseSecondConnection(this)
    const until = performance.now() + waitMostMs
    // The pool bounds the first try by itself; the others share what it left of the time.
    for (let trying = super.connect(); ; trying = this.within(until - performance.now())) {
      try {
        return await trying
      } catch (error) {
        this.throwFinal(error, until)
        await sleep(retryMs)
      }
    }
  }

  /** Throws what another try would not change. */
  private throwFinal(error: unknown, until: number): void {
    if (!isNotYetThere(error)) throw error
    // No transient error: callers that try again while the database is away end too.
    if (!this.isPatient) throw new DatabaseServerError(goneSentence, { cause: error })
    if (performance.now() + retryMs > until) throw error
  }

  private async within(leftMs: number): Promise<pg.PoolClient> {
    const connecting = super.connect()
    const client = await Promise.race([connecting, sleep(leftMs, null, { ref: false })])
    if (client !== null) return client
    connecting.then(
      (late) => late.release(),
      () => undefined,
    )
    throw new Error('timeout exceeded when trying to connect')
  }
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void

function openPool(connection: pg.PoolConfig): PatientPool {
  const pool = new PatientPool(withIdleLimit({ connectionTimeoutMillis: waitMostMs, ...connection }))
  // An idle connection that breaks (the server restarts) is dropped by the pool; the next caller gets a new one.
  pool.on('error', () => undefined)
  // A connection that breaks while in use rejects its waiting call. Without a listener the error would end the process.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  return pool
}

/** Connects to a running PostgreSQL. */
export function openDatabase(connection: pg.PoolConfig): Database {
  const pool = openPool(connection)
  const enginePool = openPool({ ...connection, max: engineConnections })
  const query = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  return {
    query,
    pool,
    enginePool,
    transaction: (work) => query.transaction().execute((tx) => withinTransaction(pool, () => work(tx))),
    stopWaiting: () => {
      for (const one of [pool, enginePool]) one.stopWaiting()
    },
    close: async () => {
      await query.destroy()
      // Kysely ends only a pool it has used itself; one left open would keep a command alive until its connections time out.
      if (!pool.ending) await pool.end()
      await enginePool.end()
    },
  }
}
