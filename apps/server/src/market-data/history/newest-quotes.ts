import { type Counted, isFromMarket, type StoredQuote } from '@candor/rules'
import { minuteMs } from '@candor/rules/time-units.ts'
import type { Database } from '../../platform/database/database.ts'
import { unpack } from './quote-pack.ts'
import type { QuotePaths } from './quote-paths.ts'
import { ticksOfSingleMinutes } from './quote-ticks-store.ts'

/**
 * Finds, of stored quotes that could fill an order, the newest that had been received by each of some moments. Meant for many moments in
 * their order: it reads each minute once, and holds the last one of each market.
 */
export class NewestQuotes {
  private readonly db: Database
  private readonly paths: Pick<QuotePaths, 'lastInHours'>
  private readonly counted: Counted
  private readonly held = new Map<
    string,
    { readonly minute: number; readonly quotes: readonly StoredQuote[] }
  >()

  constructor(db: Database, paths: Pick<QuotePaths, 'lastInHours'>, counted: Counted) {
    this.db = db
    this.paths = paths
    this.counted = counted
  }

  /** Returns the quote at each moment (epoch ms, ascending); null where none is stored. */
  async at(code: string, moments: readonly number[]): Promise<readonly (StoredQuote | null)[]> {
    const minutes = await this.minutesOf(code, [...new Set(moments.map(minuteOf))])
    const found: (StoredQuote | null)[] = []
    // No cases: moments of one list.
    for (const moment of moments) {
      const ofMinute = minutes.get(minuteOf(moment)) ?? []
      const last = ofMinute.findLast(({ receivedAt }) => receivedAt <= moment)
      found.push(last ?? (await this.paths.lastInHours(code, minuteOf(moment) * minuteMs, this.counted)))
    }
    return found
  }

  private async minutesOf(code: string, minutes: readonly number[]) {
    const held = this.held.get(code)
    const found = new Map<number, readonly StoredQuote[]>()
    if (held !== undefined && minutes.includes(held.minute)) found.set(held.minute, held.quotes)
    const missing = minutes.filter((minute) => !found.has(minute))
    const ticks = missing.length === 0 ? [] : await ticksOfSingleMinutes(this.db, code, missing)
    // No cases: minutes of one list.
    for (const { minute, packed } of ticks) {
      const fillers = (await unpack(code, packed)).filter((quote) => this.fills(quote))
      found.set(minute, [...(found.get(minute) ?? []), ...fillers])
    }
    const last = Math.max(...minutes)
    this.held.set(code, { minute: last, quotes: found.get(last) ?? [] })
    return found
  }

  private fills({ judged, source }: StoredQuote): boolean {
    return judged === 2 && (this.counted === 'any' || isFromMarket(source))
  }
}

const minuteOf = (moment: number): number => Math.floor(moment / minuteMs)
