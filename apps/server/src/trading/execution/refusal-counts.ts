import { type RefusalName, refusalName, refusals } from '@candor/refusals'
import { utcDay } from '@candor/rules/time-units.ts'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Reader } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'

/** Refusals of one kind on a day, for the execution report (trust T23). */
export interface CountedRefusals {
  readonly day: string
  /** The market; empty where the call names none, or an order that is not there. */
  readonly code: string
  readonly call: string
  /** Name of the refusal, and after a colon its reason. */
  readonly reason: string
  readonly count: bigint
}

/** A call that may be refused. */
interface CountedCall {
  readonly call: string
  readonly codes: () => readonly string[]
}

const mark = '\u0000'

/** Counts the refused calls of real accounts, without saying whose. Added up in memory and written by `flush`, which a job calls each second. */
export class RefusalCounts {
  private readonly db: Database
  private readonly clock: Clock
  private counts = new Map<string, bigint>()

  constructor(db: Database, clock: Clock) {
    this.db = db
    this.clock = clock
  }

  /** Runs a call and counts its refusal; demo accounts are not counted. */
  async during<T>({ mode }: Caller, { call, codes }: CountedCall, work: () => Promise<T>): Promise<T> {
    // Its market is known before the call: a closed position has none any more.
    const [code = '', ...more] = codes()
    try {
      return await work()
    } catch (error) {
      if (mode === 'real' && error instanceof Refusal) this.add(more.length > 0 ? '' : code, call, error)
      throw error
    }
  }

  private add(code: string, call: string, { code: number, details }: Refusal): void {
    const reason = typeof details?.reason === 'string' ? `:${details.reason}` : ''
    const key = [utcDay(this.clock.now()), code, call, `${refusalName(number)}${reason}`].join(mark)
    this.counts.set(key, (this.counts.get(key) ?? 0n) + 1n)
  }

  async flush(): Promise<void> {
    if (this.counts.size === 0) return
    const counts = this.counts
    this.counts = new Map()
    try {
      await addRefusals(this.db, counts)
    } catch (error) {
      // No cases: numbers in memory.
      for (const [key, count] of counts) this.counts.set(key, (this.counts.get(key) ?? 0n) + count)
      throw error
    }
  }
}

async function addRefusals(db: Database, counts: ReadonlyMap<string, bigint>): Promise<void> {
  const keys = [...counts.keys()].map((key) => key.split(mark))
  const column = (at: number) => keys.map((parts) => parts[at] ?? '')
  await sql`
    INSERT INTO orders_refusals AS r (day, code, call, reason, count)
    SELECT * FROM unnest(${column(0)}::text[], ${column(1)}::text[], ${column(2)}::text[], ${column(3)}::text[],
                         ${[...counts.values()]}::bigint[])
        ON CONFLICT (day, code, call, reason) DO UPDATE SET count = r.count + excluded.count`.execute(
    db.query,
  )
}

/** Returns the response code of a counted reason. */
export const responseOf = (reason: string): number => refusals[(reason.split(':')[0] ?? '') as RefusalName]

/** Lists the refusals of some days, added up by market, call and reason. */
export async function refusalsOf(
  reader: Reader,
  days: readonly string[],
): Promise<readonly Omit<CountedRefusals, 'day'>[]> {
  return reader
    .selectFrom('orders_refusals')
    .select(['code', 'call', 'reason', sql<bigint>`sum(count)::bigint`.as('count')])
    .where('day', 'in', days)
    .groupBy(['code', 'call', 'reason'])
    .orderBy('code')
    .orderBy('call')
    .orderBy('reason')
    .execute()
}
