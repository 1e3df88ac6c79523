import { dayMs } from '@candor/rules/time-units.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { evictOldest } from '../../platform/evict-oldest.ts'
import type { SignedInAs } from '../../platform/http/authenticate.ts'
import { newId } from '../../platform/new-id.ts'
import { hashOfToken, type Tokens } from './tokens.ts'

/** A session ends after this long, however busy. */
export const sessionLastsMs = 30 * dayMs
/** A session that was not used for this long has ended. */
export const idleMs = 7 * dayMs
/** Longest delay until another process writes the use of a session that it knows of. */
const seenLateMs = 5 * 60_000
/** Cache lifetime of a session: another process may have ended it. */
const trustedForMs = 2_000
const manySessions = 50_000

interface Known extends SignedInAs {
  readonly expiresAt: number
  readonly readAt: number
}

export interface StartedFrom {
  readonly device: string
  readonly address: string
  /** Mark stored in the browser; null: it stores none. */
  readonly deviceMark: string | null
}

/** Sessions of signed-in customers. Cached by token, since every call needs them; the table is authoritative. */
export class Sessions {
  private readonly db: Database
  private readonly clock: Clock
  private readonly tokens: Tokens
  private readonly known = new Map<string, Known>()
  /** Reads in progress, by token: concurrent calls of one session share one. */
  private readonly reading = new Map<string, Promise<SignedInAs | 'ended'>>()
  private readonly seen = new Map<string, number>()
  private endings = 0
  /** Counts the writes of `seen`: a row read before one may lack what this cache has dropped. */
  private writings = 0

  constructor(db: Database, clock: Clock, tokens: Tokens) {
    this.db = db
    this.clock = clock
    this.tokens = tokens
  }

  authenticate = (
    token: string,
  ): SignedInAs | 'ended' | 'forged' | Promise<SignedInAs | 'ended' | 'forged'> => {
    const found = this.known.get(token)
    const now = this.clock.now()
    if (found !== undefined && now - found.readAt < trustedForMs && now < found.expiresAt) {
      this.seen.set(found.sessionId, now)
      return found
    }
    this.known.delete(token)
    return this.reading.get(token) ?? (this.tokens.isOurs(token) ? this.beginReading(token, now) : 'forged')
  }

  async start(tx: Tx, userId: string, from: StartedFrom): Promise<{ token: string; sessionId: string }> {
    const token = this.tokens.mint()
    const now = this.clock.now()
    const sessionId = newId()
    await tx
      .insertInto('accounts_sessions')
      .values({
        id: sessionId,
        user_id: userId,
        token_hash: hashOfToken(token),
        device: from.device,
        address: from.address,
        device_mark: from.deviceMark,
        created_at: new Date(now),
        last_seen_at: new Date(now),
        expires_at: new Date(now + sessionLastsMs),
        proven_at: new Date(now),
        ended_at: null,
      })
      .execute()
    return { token, sessionId }
  }

  /**
   * Checks whether this customer signs in from this browser for the first time. A browser without a mark is identified by its
   * kind. The very first browser opened the account and is not new.
   */
  async isNewDevice(tx: Tx, userId: string, from: StartedFrom): Promise<boolean> {
    const { deviceMark, device } = from
    const before = await tx
      .selectFrom('accounts_sessions')
      .select((eb) => [
        eb.fn.countAll<bigint>().as('all'),
        eb.fn
          .countAll<bigint>()
          .filterWhere(deviceMark === null ? eb('device', '=', device) : eb('device_mark', '=', deviceMark))
          .as('same'),
      ])
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    return before.all > 0n && before.same === 0n
  }

  /** Checks whether this customer was signed in before from the browser with this mark. */
  async knowsDevice(userId: string, deviceMark: string): Promise<boolean> {
    const row = await this.db.query
      .selectFrom('accounts_sessions')
      .select('id')
      .where('user_id', '=', userId)
      .where('device_mark', '=', deviceMark)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  }

  /** Makes every browser of this customer an unknown one, since a thief may have signed in from it. */
  async forgetDevices(tx: Tx, userId: string): Promise<void> {
    await tx
      .updateTable('accounts_sessions')
      .set({ device_mark: null })
      .where('user_id', '=', userId)
      .where('device_mark', 'is not', null)
      .execute()
  }

  /** Returns when this session last proved its identity, by signing in or later (epoch ms); null: it has to prove it again. */
  async provenAt(sessionId: string): Promise<number | null> {
    const row = await this.db.query
      .selectFrom('accounts_sessions')
      .select('proven_at')
      .where('id', '=', sessionId)
      .executeTakeFirst()
    return row?.proven_at?.getTime() ?? null
  }

  async markProven(sessionId: string): Promise<void> {
    await this.db.query
      .updateTable('accounts_sessions')
      .set({ proven_at: new Date(this.clock.now()) })
      .where('id', '=', sessionId)
      .execute()
  }

  /** Invalidates the proofs of this customer's other sessions, which lacked the second factor they have now. */
  async forgetProofs(userId: string, except: string): Promise<void> {
    await this.db.query
      .updateTable('accounts_sessions')
      .set({ proven_at: null })
      .where('user_id', '=', userId)
      .where('id', '!=', except)
      .where('ended_at', 'is', null)
      .execute()
  }

  async listOf(userId: string) {
    await this.writeSeen()
    const now = this.clock.now()
    return this.db.query
      .selectFrom('accounts_sessions')
      .select(['id', 'device', 'address', 'created_at', 'last_seen_at'])
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', new Date(now))
      .where('last_seen_at', '>', new Date(now - idleMs))
      .orderBy('last_seen_at', 'desc')
      .limit(100)
      .execute()
  }

  /** Ends one session of this customer; false when there is none such. */
  async end(userId: string, sessionId: string): Promise<boolean> {
    const ended = await this.endWhere(userId, { only: sessionId, except: null })
    return ended.length > 0
  }

  /** Ends every session of the customer but one; returns the ended ones. */
  endAllOf(userId: string, except: string | null, tx?: Tx): Promise<string[]> {
    return this.endWhere(userId, { only: null, except }, tx)
  }

  /** Returns the ids of a customer's newest hundred ended sessions, for closing their sockets after a transaction that ended them. */
  async endedOf(userId: string): Promise<string[]> {
    const rows = await this.db.query
      .selectFrom('accounts_sessions')
      .select('id')
      .where('user_id', '=', userId)
      .where('ended_at', 'is not', null)
      .orderBy('ended_at', 'desc')
      .limit(100)
      .execute()
    return rows.map(({ id }) => id)
  }

  /** Removes these sessions from the cache. Call it again after a transaction that ended them has committed. */
  forget(ended: (sessionId: string) => boolean): void {
    this.endings += 1
    this.reading.clear()
    for (const [token, session] of this.known) if (ended(session.sessionId)) this.known.delete(token)
  }

  /** Reloads a customer's cached sessions, after a freeze was placed or lifted. */
  forgetCustomer(userId: string): void {
    this.endings += 1
    this.reading.clear()
    for (const [token, session] of this.known) if (session.userId === userId) this.known.delete(token)
  }

  /** Writes when each session was last seen; a job calls it now and then. */
  async writeSeen(): Promise<void> {
    const seen = [...this.seen]
    if (seen.length === 0) return
    await this.db.pool.query(
      `UPDATE accounts_sessions s SET last_seen_at = greatest(s.last_seen_at, to_timestamp(v.at / 1000.0))
         FROM unnest($1::uuid[], $2::float8[]) AS v(id, at) WHERE s.id = v.id`,
      [seen.map(([id]) => id), seen.map(([, at]) => at)],
    )
    this.writings += 1
    // Not before it is written: a concurrent read would find an older time.
    for (const [id, at] of seen) if (this.seen.get(id) === at) this.seen.delete(id)
  }

  /** Records that unused or expired sessions have ended, and returns their ids. A job calls it, so that their sockets close too. */
  async endIdle(): Promise<string[]> {
    await this.writeSeen()
    const now = this.clock.now()
    const rows = await this.db.query
      .updateTable('accounts_sessions')
      .set({ ended_at: new Date(now) })
      .where('ended_at', 'is', null)
      .where((eb) =>
        eb.or([
          eb('expires_at', '<=', new Date(now)),
          eb('last_seen_at', '<=', new Date(now - idleMs - seenLateMs)),
        ]),
      )
      .returning('id')
      .execute()
    return rows.map(({ id }) => id)
  }

  private async endWhere(
    userId: string,
    { only, except }: { readonly only: string | null; readonly except: string | null },
    tx?: Tx,
  ): Promise<string[]> {
    let update = (tx ?? this.db.query)
      .updateTable('accounts_sessions')
      .set({ ended_at: new Date(this.clock.now()) })
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
    if (only !== null) update = update.where('id', '=', only)
    if (except !== null) update = update.where('id', '!=', except)
    const rows = await update.returning('id').execute()
    const ended = new Set(rows.map((row) => row.id))
    this.forget((id) => ended.has(id))
    return [...ended]
  }

  private beginReading(token: string, now: number): Promise<SignedInAs | 'ended'> {
    const reading = this.read(token, now).finally(() => {
      if (this.reading.get(token) === reading) this.reading.delete(token)
    })
    this.reading.set(token, reading)
    return reading
  }

  private async read(token: string, now: number): Promise<SignedInAs | 'ended'> {
    const [endingsBefore, writingsBefore] = [this.endings, this.writings]
    const row = await this.db.query
      .selectFrom('accounts_sessions as s')
      .innerJoin('accounts_users as u', 'u.id', 's.user_id')
      .select(['s.id', 's.user_id', 's.expires_at', 's.last_seen_at', 's.ended_at', 'u.status', 'u.country'])
      .where('token_hash', '=', hashOfToken(token))
      .executeTakeFirst()
    if (row === undefined || row.ended_at !== null || row.expires_at.getTime() <= now) return 'ended'
    const lastSeenAt = Math.max(row.last_seen_at.getTime(), this.seen.get(row.id) ?? 0)
    if (lastSeenAt + idleMs <= now) return this.writings === writingsBefore ? 'ended' : this.read(token, now)
    const session = {
      userId: row.user_id,
      sessionId: row.id,
      frozen: row.status === 'frozen',
      country: row.country,
      expiresAt: row.expires_at.getTime(),
      readAt: now,
    }
    // A session that ended during this read must not be cached as alive.
    if (this.endings === endingsBefore) this.keep(token, session)
    this.seen.set(row.id, now)
    return session
  }

  private keep(token: string, session: Known): void {
    evictOldest(this.known, manySessions)
    this.known.set(token, session)
  }
}
