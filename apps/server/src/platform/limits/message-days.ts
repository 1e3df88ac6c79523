import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { ResponseCache } from '../http/responses/response-cache.ts'

export type MessageKind = 'mail' | 'sms'

export interface MessageDaysDeps {
  readonly db: Pick<Database, 'pool'>
  readonly clock: Clock
  /** So many a day are never unusual. */
  readonly usualAtLeast: (kind: MessageKind) => Promise<number>
  readonly tell: UnusualDayAlarm
}

export interface UnusualDay {
  readonly sent: number
  readonly usual: number
}

/** Tells of an unusual day, once a day and kind in one process of all. */
export type UnusualDayAlarm = (kind: MessageKind, day: UnusualDay) => Promise<void>

const cacheMs = 5_000
const usualDays = 14
/** Of the busiest of those days. */
const usualTimes = 2

/** Counts the codes that go out, and knows which day is unusual for this installation. */
export class MessageDays {
  private readonly deps: MessageDaysDeps
  private readonly cache: ResponseCache<UnusualDay | null>

  constructor(deps: MessageDaysDeps) {
    this.deps = deps
    this.cache = new ResponseCache(deps.clock, 2)
  }

  /** After each code that was sent. */
  async count(kind: MessageKind): Promise<void> {
    await this.deps.db.pool.query({
      name: 'limits-count-message',
      text: `INSERT INTO limits_messages (day, kind, sent) VALUES ($1, $2, 1)
             ON CONFLICT (day, kind) DO UPDATE SET sent = limits_messages.sent + 1`,
      values: [this.today(), kind],
    })
  }

  /** Checks whether today's messages exceed both twice the busiest of the 14 days before and the number that is never unusual. */
  async isUnusual(kind: MessageKind): Promise<boolean> {
    const found = await this.cache.get(
      `${kind} ${this.today()}`,
      () => this.look(kind),
      () => cacheMs,
    )
    return found !== null
  }

  private async look(kind: MessageKind): Promise<UnusualDay | null> {
    const { db, clock, tell, usualAtLeast } = this.deps
    const { rows } = await db.pool.query<{ sent: number; busiest: number; alarmed: boolean }>(
      `SELECT coalesce(max(sent) FILTER (WHERE day = $1), 0)::int AS sent,
              coalesce(max(sent) FILTER (WHERE day < $1), 0)::int AS busiest,
              coalesce(bool_or(told_at IS NOT NULL) FILTER (WHERE day = $1), false) AS alarmed
         FROM limits_messages WHERE kind = $2 AND day BETWEEN $1::date - ${usualDays} AND $1::date`,
      [this.today(), kind],
    )
    const { sent = 0, busiest = 0, alarmed = false } = rows[0] ?? {}
    const usual = Math.max(await usualAtLeast(kind), usualTimes * busiest)
    if (sent <= usual) return null
    if (!alarmed) {
      const { rowCount } = await db.pool.query(
        'UPDATE limits_messages SET told_at = $3 WHERE day = $1 AND kind = $2 AND told_at IS NULL',
        [this.today(), kind, new Date(clock.now())],
      )
      if (rowCount === 1) await tell(kind, { sent, usual })
    }
    return { sent, usual }
  }

  private today(): string {
    return new Date(this.deps.clock.now()).toISOString().slice(0, 10)
  }
}
