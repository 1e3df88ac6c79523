import { hourMs } from '@candor/rules/time-units.ts'
import type { Tokens } from '../../../accounts/sessions/tokens.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Tx } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/new-id.ts'
import type { Operator, Stranger } from '../operator.ts'

/** Lifetime of a session: one sign-in per working day; an unattended screen ends sooner. */
export const sessionLastsMs = 12 * hourMs
export const idleMs = 2 * hourMs
/** `last_seen_at` need not be exact to the second. */
const seenEveryMs = 60_000

/** Sessions of the console. Every call queries the database: there are few operators, and an ended session ends at once. */
export class OperatorSessions {
  private readonly db: Database
  private readonly clock: Clock
  private readonly tokens: Tokens
  private readonly hashOf: (token: string) => Buffer

  constructor(db: Database, clock: Clock, tokens: Tokens, hashOf: (token: string) => Buffer) {
    this.db = db
    this.clock = clock
    this.tokens = tokens
    this.hashOf = hashOf
  }

  async authenticate(token: string): Promise<Operator | 'ended' | 'forged'> {
    if (!this.tokens.isOurs(token)) return 'forged'
    const now = this.clock.now()
    const row = await this.db.query
      .selectFrom('operators_sessions as s')
      .innerJoin('operators_people as p', 'p.id', 's.operator_id')
      .select(['s.id as sessionId', 's.last_seen_at', 'p.id', 'p.email', 'p.role'])
      .where('s.token_hash', '=', this.hashOf(token))
      .where('s.ended_at', 'is', null)
      .where('p.disabled_at', 'is', null)
      .where('s.expires_at', '>', new Date(now))
      .where('s.last_seen_at', '>', new Date(now - idleMs))
      .executeTakeFirst()
    if (row === undefined) return 'ended'
    const { last_seen_at, ...operator } = row
    if (now - last_seen_at.getTime() > seenEveryMs) await this.seen(row.sessionId, now)
    return operator
  }

  async start(tx: Tx, operatorId: string, from: Stranger): Promise<string> {
    const token = this.tokens.mint()
    const now = this.clock.now()
    await tx
      .insertInto('operators_sessions')
      .values({
        id: newId(),
        operator_id: operatorId,
        token_hash: this.hashOf(token),
        device: from.device,
        address: from.address,
        created_at: new Date(now),
        last_seen_at: new Date(now),
        expires_at: new Date(now + sessionLastsMs),
        ended_at: null,
      })
      .execute()
    return token
  }

  async end(tx: Tx, sessionId: string): Promise<void> {
    await tx
      .updateTable('operators_sessions')
      .set({ ended_at: new Date(this.clock.now()) })
      .where('id', '=', sessionId)
      .where('ended_at', 'is', null)
      .execute()
  }

  /** The last sign-ins of an operator, newest first. */
  lastOf(operatorId: string) {
    return this.db.query
      .selectFrom('operators_sessions')
      .select(['id', 'created_at', 'address', 'device'])
      .where('operator_id', '=', operatorId)
      .orderBy('created_at', 'desc')
      .limit(10)
      .execute()
  }

  private async seen(sessionId: string, now: number): Promise<void> {
    await this.db.query
      .updateTable('operators_sessions')
      .set({ last_seen_at: new Date(now) })
      .where('id', '=', sessionId)
      .execute()
  }
}
