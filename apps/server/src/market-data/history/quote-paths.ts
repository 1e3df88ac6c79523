import {
  type Counted,
  isFromMarket,
  type QuoteRange,
  rangeOfQuotes,
  rangeOfRanges,
  type StoredQuote,
} from '@candor/rules'
import { dayMs, minuteMs } from '@candor/rules/time-units.ts'
import type { Database } from '../../platform/database/database.ts'
import { sha256 } from '../../platform/sha256.ts'
import { unpack } from './quote-pack.ts'
import { rangesWithin, runsBetween } from './quote-ranges-store.ts'
import {
  ticksInHours,
  ticksOfMinutes,
  ticksOverlapping,
  ticksReaching,
  ticksUpTo,
} from './quote-ticks-store.ts'
import { QuoteWriteBarrier } from './quote-write-barrier.ts'

/** The quotes of a market after one number and before another, as few ranges as possible, in their order. */
export interface QuotePath {
  readonly ranges: readonly QuoteRange[]
  /** Numbers that a run began with: there, and only there, the numbers jump. */
  readonly runs: readonly number[]
}

/** Sources that prove the reasons of a receipt. */
export interface QuoteHistory {
  readonly paths: Pick<
    QuotePaths,
    | 'between'
    | 'writeBarrier'
    | 'lastBefore'
    | 'lastBeforeReaching'
    | 'lastInHours'
    | 'quotesIn'
    | 'receivedWithin'
    | 'runs'
    | 'upToNow'
  >
  /** A sandbox: real accounts trade on every source (trust T4). */
  readonly sandbox: boolean
}

/** Reads what lies between two quotes out of what is kept of them. */
export class QuotePaths {
  private readonly db: Database
  private readonly flush: () => Promise<void>

  /** `flush` brings what was taken in a moment ago to the database, in whichever process takes quotes in. */
  constructor(db: Database, flush: () => Promise<void> = async () => undefined) {
    this.db = db
    this.flush = flush
  }

  /**
   * Returns the path between two numbers, both exclusive. Quotes that are not stored are missing in it: a check of the path finds the gap.
   */
  async between(code: string, after: number, before: number): Promise<QuotePath> {
    if (before - after <= 1) return { ranges: [], runs: [] }
    await this.flush()
    const hours = await rangesWithin(this.db, 'hour', code, { from: after + 1, to: before - 1 })
    const ranges: QuoteRange[] = []
    let from = after + 1
    for (const hour of [...hours, null]) {
      const to = hour === null ? before - 1 : hour.first - 1
      if (to >= from) ranges.push(...(await this.minutes(code, from, to)))
      if (hour === null) break
      ranges.push(hour)
      from = hour.last + 1
    }
    return { ranges: inDays(ranges), runs: await runsBetween(this.db, after, before) }
  }

  /** The last quote taken in before a moment, between two numbers; `from` itself when there is no later one. */
  async lastBefore(code: string, at: number, seqs: { from: number; to: number }): Promise<number> {
    await this.flush()
    for (const { packed } of await ticksUpTo(this.db, code, { ...seqs, at })) {
      const found = (await unpack(code, packed)).filter(
        ({ receivedAt, seq }) => receivedAt < at && seq <= seqs.to,
      )
      const last = found.at(-1)
      if (last !== undefined) return last.seq
    }
    return seqs.from
  }

  /**
   * The last quote, in the order they were taken in, before the first that reaches a moment (epoch ms); of those after `from` and up to `to`. `from`
   * itself when the first of them does, the newest of them when none does. Unlike `lastBefore`, no later quote counts that a clock set back gave an
   * earlier time.
   */
  async lastBeforeReaching(
    code: string,
    at: number,
    { from, to }: { from: number; to: number },
  ): Promise<number> {
    await this.flush()
    for (let after = from; ; ) {
      const found = await ticksReaching(this.db, code, { after, to, at })
      if (found === null) return this.lastBefore(code, Number.MAX_SAFE_INTEGER, { from, to })
      const { ticks, before } = found
      const quotes = (await unpack(code, ticks.packed)).filter(({ seq }) => seq <= to)
      const first = quotes.findIndex(({ seq, receivedAt }) => seq > from && receivedAt >= at)
      if (first !== -1) return Math.max(from, quotes[first - 1]?.seq ?? before)
      // What reached it in this chunk came at or before `from`.
      after = ticks.last
    }
  }

  /** The quotes themselves, both ends inclusive: for short stretches. */
  async quotesIn(code: string, seqs: { readonly from: number; readonly to: number }): Promise<StoredQuote[]> {
    const ticks = await ticksOverlapping(this.db, code, seqs)
    const unpacked = await Promise.all(ticks.map(({ packed }) => unpack(code, packed)))
    return unpacked.flat().filter(({ seq }) => seq >= seqs.from && seq <= seqs.to)
  }

  /** Stores quotes before what rests on them is written; `patience` may try again what failed. See `QuoteWriteBarrier`. */
  writeBarrier(
    onFailure: (error: unknown) => void,
    patience: (work: () => Promise<void>) => Promise<void> = (work) => work(),
  ): QuoteWriteBarrier {
    return new QuoteWriteBarrier(() => patience(this.flush), onFailure)
  }

  /** Resolves when every quote taken in so far can be read here. */
  upToNow(): Promise<void> {
    return this.flush()
  }

  /**
   * Quotes of a market after a number, received from one moment on or up to another (epoch ms, both inclusive), in their order, and up to
   * `before` of those right before them. Only what was written: call `upToNow` first.
   */
  async receivedWithin(
    code: string,
    { after, from, to, before }: { after: number; from: number; to: number | null; before: number },
  ): Promise<{ readonly before: readonly StoredQuote[]; readonly within: readonly StoredQuote[] }> {
    const until = to ?? Number.MAX_SAFE_INTEGER
    const minutes = { from: Math.floor(from / minuteMs) - 1, to: Math.floor(until / minuteMs) }
    const ticks = await ticksOfMinutes(this.db, code, { after, ...minutes })
    const quotes = (await Promise.all(ticks.map(({ packed }) => unpack(code, packed)))).flat()
    const later = quotes.filter(({ seq }) => seq > after)
    const first = later.findIndex(({ receivedAt }) => receivedAt >= from)
    if (first === -1) return { before: later.slice(-before), within: [] }
    // A clock that was set back meanwhile gave some of the later ones an earlier time.
    const within = later.slice(first).filter(({ receivedAt }) => receivedAt >= from && receivedAt <= until)
    return { before: later.slice(Math.max(0, first - before), first), within }
  }

  /**
   * The newest quote of a market received before a moment (epoch ms) that could fill an order, of any source or of real ones alone; null
   * when none is kept. Only what was written: call `upToNow` first.
   */
  async lastInHours(code: string, before: number, counted: Counted): Promise<StoredQuote | null> {
    let below = Number.MAX_SAFE_INTEGER
    // No cases: every block lies below the ones before it.
    for (;;) {
      const blocks = await ticksInHours(this.db, code, { below, before, counted })
      for (const { packed, first } of blocks) {
        const found = (await unpack(code, packed)).findLast((quote) => isFiller(quote, before, counted))
        if (found !== undefined) return found
        below = first
      }
      if (blocks.length === 0) return null
    }
  }

  /** Numbers that runs began with, after one number and up to another. */
  runs(after: number, through: number): Promise<number[]> {
    return runsBetween(this.db, after, through)
  }

  /** Whole minutes where there are, the quotes themselves at either end. */
  private async minutes(code: string, from: number, to: number): Promise<QuoteRange[]> {
    const whole = await rangesWithin(this.db, 'minute', code, { from, to })
    const ranges: QuoteRange[] = []
    let next = from
    for (const minute of [...whole, null]) {
      const until = minute === null ? to : minute.first - 1
      if (until >= next) ranges.push(...(await this.parts(code, next, until)))
      if (minute === null) break
      ranges.push(minute)
      next = minute.last + 1
    }
    return ranges
  }

  private async parts(code: string, from: number, to: number): Promise<QuoteRange[]> {
    const ticks = await ticksOverlapping(this.db, code, { from, to })
    const byMinute = new Map<string, { minute: number; quotes: StoredQuote[] }>()
    let last = 0
    let key = ''
    for (const { minute, packed, first } of ticks) {
      const quotes = (await unpack(code, packed)).filter(({ seq }) => seq >= from && seq <= to)
      // Chunks of one minute are one part, unless the server restarted between them.
      if (first !== last + 1 || !key.startsWith(`${minute} `)) key = `${minute} ${first}`
      last = quotes.at(-1)?.seq ?? last
      const part = byMinute.get(key)
      if (part === undefined) byMinute.set(key, { minute, quotes })
      else part.quotes.push(...quotes)
    }
    return [...byMinute.values()]
      .filter(({ quotes }) => quotes.length > 0)
      .map(({ minute, quotes }) => rangeOfQuotes({ code, span: 'part', minute }, quotes, sha256))
  }
}

const isFiller = ({ judged, receivedAt, source }: StoredQuote, before: number, counted: Counted): boolean =>
  judged === 2 && receivedAt < before && (counted === 'any' || isFromMarket(source))

/** Hours of a whole day as one range; the first and the last day may lack some of theirs and stay in hours. */
function inDays(ranges: readonly QuoteRange[]): QuoteRange[] {
  const dayOf = ({ from }: QuoteRange) => Math.floor(from / dayMs)
  const first = ranges[0] === undefined ? 0 : dayOf(ranges[0])
  const last = ranges.at(-1)
  const found: QuoteRange[] = []
  for (let at = 0; at < ranges.length; ) {
    const range = ranges[at] as QuoteRange
    const day = dayOf(range)
    let to = at + 1
    const inside = range.span === 'hour' && day > first && last !== undefined && day < dayOf(last)
    while (inside && ranges[to]?.span === 'hour' && dayOf(ranges[to] as QuoteRange) === day) to += 1
    found.push(
      to - at > 1 ? rangeOfRanges({ span: 'day', from: day * dayMs }, ranges.slice(at, to), sha256) : range,
    )
    at = to
  }
  return found
}
