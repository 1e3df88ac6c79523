import { utcDay } from '@candor/rules/time-units.ts'
import type { ClockedDatabase } from '../database/database.ts'
import { ResponseCache } from '../http/responses/response-cache.ts'

export type MessageKind = 'mail' | 'sms'

export interface UnusualDay {
  readonly sent: number
  readonly usual: number
}

/** Reports an unusual day, once per day and kind, in one of all processes. */
export type UnusualDayAlarm = (kind: MessageKind, day: UnusualDay) => Promise<void>

const cacheMs = 5_000
const usualDays = 14
/** Of the busiest of those days. */
const usualTimes = 2

/** Counts the codes that go out, and knows which day is unusual for this installation. */
export class MessageDays {
  private readonly store: ClockedDatabase
  private readonly usualAtLeast: (kind: MessageKind) => Promise<number>
  private readonly tell: UnusualDayAlarm
  private readonly cache: ResponseCache<UnusualDay | null>

  /** `usualAtLeast`: so many a day are never unusual. */
  constructor(
    store: ClockedDatabase,
    usualAtLeast: (kind: MessageKind) => Promise<number>,
    tell: UnusualDayAlarm,
  ) {
    this.store = store
    this.usualAtLeast = usualAtLeast
    this.tell = tell
    this.cache = new ResponseCache(store.clock, 2)
  }

  /** After each code that was sent. */
  async count(kind: MessageKind): Promise<void> {
    await this.store.db.pool.query({
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
    const { db, clock } = this.store
    const { rows } = await db.pool.query<{ sent: number; busiest: number; alarmed: boolean }>(
      `SELECT coalesce(max(sent) FILTER (WHERE day = $1), 0)::int AS sent,
              coalesce(max(sent) FILTER (WHERE day < $1), 0)::int AS busiest,
              coalesce(bool_or(told_at IS NOT NULL) FILTER (WHERE day = $1), false) AS alarmed
         FROM limits_messages WHERE kind = $2 AND day BETWEEN $1::date - ${usualDays} AND $1::date`,
      [this.today(), kind],
    )
    const { sent = 0, busiest = 0, alarmed = false } = rows[0] ?? {}
    const usual = Math.max(await this.usualAtLeast(kind), usualTimes * busiest)
    if (sent <= usual) return null
    if (!alarmed) {
      const { rowCount } = await db.pool.query(
        'UPDATE limits_messages SET told_at = $3 WHERE day = $1 AND kind = $2 AND told_at IS NULL',
        [this.today(), kind, new Date(clock.now())],
      )
      if (rowCount === 1) await this.tell(kind, { sent, usual })
    }
    return { sent, usual }
  }

  private today(): string {
    return utcDay(this.store.clock.now())
  }
}
