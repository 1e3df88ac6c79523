import {
  type BoardQuote,
  boardQuoteOf,
  type StoredQuote,
  splitPauseMs,
  storedHours,
  tradableQuote,
} from '@candor/rules'
import type { QuoteHistory } from '../../market-data/history/quote-paths.ts'
import type { PriceBoard } from '../../market-data/price-board/price-board.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { withRetry } from '../../platform/database/transient-errors.ts'
import type { PositionBook } from '../engine/book.ts'
import type { ContractEngine } from '../engine/engine.ts'
import type { Position } from '../engine/position.ts'
import { type RestoreMarksOptions, restoreMarks } from '../risk/restore-marks.ts'
import type { Valuation } from '../risk/valuation.ts'
import type { TrailPeaks } from '../triggers/trail-peaks.ts'
import { longestLookBackMs } from './look-back.ts'
import { neighbourhood } from './processed-board.ts'
import type { MissedQuote } from './quote-queue.ts'
import {
  type ChangedOrder,
  changedSince,
  readTaken,
  type WatchedFrom,
  writeTaken,
} from './taken-quotes-store.ts'

export interface MissedQuotesOptions {
  readonly db: Database
  readonly board: PriceBoard
  readonly book: PositionBook
  readonly clock: Clock
  readonly engine: ContractEngine
  readonly quoteHistory: QuoteHistory
  /** By market, the splits that were carried out, the earliest first: a quote of the old scale reaches nothing any more. */
  readonly splits: RestoreMarksOptions['splits']
  readonly dividends: RestoreMarksOptions['dividends']
  readonly due: RestoreMarksOptions['due']
  readonly rolled: RestoreMarksOptions['rolled']
  /** Called with the quotes that were found, before they are taken. */
  readonly onFound: (quotes: readonly BoardQuote[]) => void
  readonly onFailure: (error: unknown) => void
}

interface Missing {
  readonly code: string
  readonly after: number
  readonly through: number
}

/** Levels of an order, or its trailing stop, that were set after some of the quotes that are looked up. */
interface Late {
  readonly from: WatchedFrom
  readonly watch: () => void
}

/**
 * Quotes that other processes received and that did not arrive here: a message was lost, another process began to lead the prices, or this
 * engine took over from another. They are stored with their judgement, and the engine processes them before later quotes (ADR-184).
 */
export class MissedQuotes {
  private readonly options: MissedQuotesOptions
  /** By market, the newest quote that came or was looked up. */
  private readonly newest = new Map<string, number>()
  private missing: Missing[] = []
  private written = ''
  private looking: Promise<unknown> = Promise.resolve()
  private writing: Promise<void> | null = null

  constructor(options: MissedQuotesOptions) {
    this.options = options
  }

  observe({ code, seq }: BoardQuote): void {
    this.newest.set(code, seq)
  }

  /** Quotes of a market up to a number were taken in elsewhere. What is missed in one turn of the event loop is looked up together. */
  miss(code: string, through: number): void {
    const { engine, book, board } = this.options
    const after = this.newest.get(code)
    this.newest.set(code, Math.max(through, after ?? 0))
    if (after === undefined || after >= through || book.orders.accounts.size === 0) return
    this.missing.push({ code, after, through })
    if (this.missing.length > 1) return
    const found = Promise.resolve().then(() => this.lookUp(this.missing.splice(0)))
    this.looking = found
    // Of all markets: what an account is worth, and what converts it, is seen in one order.
    engine.lookUp(
      board.markets.map((market) => market.code),
      found,
    )
  }

  /** Values open positions as the engine before this one did. To be called once, before any quote is taken. */
  restoreMarks(valuation: Valuation): Promise<void> {
    return restoreMarks(this.options, valuation)
  }

  /**
   * Continues where the previous engine stopped: levels that stored quotes have reached since then fire. Each order is watched from its newest
   * change on. Call it once, before listening to the board.
   */
  async resumeFromProgress(): Promise<void> {
    const { db, book, clock, engine } = this.options
    const taken = await withRetry(() => readTaken(db))
    for (const [code, seq] of Object.entries(taken.seqs)) this.newest.set(code, seq)
    const quotes = await this.storedSince(clock.now() - longestLookBackMs)
    if (quotes.length === 0) return
    const late = lateOnes(book, await withRetry(() => changedSince(db, taken)))
    const found = quotes.map((one) => ({
      ...one,
      levelsOnly: true,
      prepare: () => watchBefore(one.quote, late),
    }))
    engine.lookUp([], Promise.resolve(found))
    await engine.caughtUp()
    for (const orders of late.values()) for (const { watch } of orders) watch()
  }

  /** Resolves when nothing is being looked up or written. */
  async over(): Promise<void> {
    await this.looking
    await this.writing?.catch(() => undefined)
  }

  /**
   * Stores this engine's progress and its trailing stops, after all decisions up to then are in the database. Skips a call while another runs,
   * so that the newest state is written last.
   */
  async write(fence: bigint, peaks: TrailPeaks, settled: () => Promise<void>): Promise<void> {
    const { engine } = this.options
    const text = JSON.stringify(Object.fromEntries(this.newest))
    if (this.writing !== null || !engine.isThrough || (text === this.written && !peaks.waits)) return
    this.writing = this.writeNow(fence, peaks, settled).finally(() => {
      this.writing = null
    })
    await this.writing
    this.written = text
  }

  private async writeNow(fence: bigint, peaks: TrailPeaks, settled: () => Promise<void>): Promise<void> {
    const { clock, db } = this.options
    const taken = { at: clock.now(), seqs: Object.fromEntries(this.newest) }
    await peaks.writeBy(async (best) => {
      await settled()
      await writeTaken(db, fence, { ...taken, peaks: best })
    })
  }

  private async lookUp(missing: readonly Missing[]): Promise<MissedQuote[]> {
    const { quoteHistory } = this.options
    return this.find(async () => {
      const quotes: StoredQuote[][] = []
      // No cases: all of it is read, or read again.
      for (const { code, after, through } of missing)
        quotes.push(await quoteHistory.paths.quotesIn(code, { from: after + 1, to: through }))
      return quotes
    })
  }

  private async storedSince(at: number): Promise<MissedQuote[]> {
    const { book, quoteHistory } = this.options
    const watched = new Set(
      [...book.positions.values(), ...book.waiting.values()].map(({ market }) => market.code),
    )
    return this.find(async () => {
      const quotes: StoredQuote[][] = []
      // No cases: all of it is read, or read again.
      for (const code of watched) {
        // Where nothing is known to be taken, orders are watched from their own quotes on.
        const after = this.newest.get(code) ?? -1
        const { within } = await quoteHistory.paths.receivedWithin(code, {
          after,
          from: at,
          // A clock that was set back since gave some of them a time that is still to come.
          to: null,
          before: 0,
        })
        const last = within.at(-1)
        if (last !== undefined) this.newest.set(code, last.seq)
        quotes.push([...within])
      }
      return quotes
    })
  }

  private async find(read: () => Promise<StoredQuote[][]>): Promise<MissedQuote[]> {
    const { quoteHistory, onFailure, onFound, splits } = this.options
    try {
      // Without it, what was written is still the best there is.
      await withRetry(() => quoteHistory.paths.upToNow()).catch(onFailure)
      const quotes = await withRetry(read)
      const carriedOut = await splits()
      const scaleSince = (code: string) => carriedOut.get(code)?.at(-1)?.at ?? -splitPauseMs
      const onScale = inTheirOrder(quotes).filter(
        ({ code, receivedAt }) => receivedAt >= scaleSince(code) + splitPauseMs,
      )
      const found = onScale.map(boardQuoteOf)
      onFound(found)
      return this.tradable(onScale, found)
    } catch (error) {
      onFailure(error)
      return []
    }
  }

  /** Those that could decide anything, each with the ones before it. */
  private tradable(quotes: readonly StoredQuote[], shown: readonly BoardQuote[]): MissedQuote[] {
    const { board, quoteHistory } = this.options
    const recents = new Map<string, readonly BoardQuote[]>()
    return shown.flatMap((quote, at) => {
      const { code, seq } = quote
      const market = board.listed(code)
      const hours = storedHours(quotes[at] as StoredQuote)
      const before = recents.get(code) ?? board.recent(code, neighbourhood).filter((one) => one.seq < seq)
      const recent = [...before, quote].slice(-neighbourhood)
      recents.set(code, recent)
      if (market === null || hours === null) return []
      return [{ quote: tradableQuote(market, quote, hours, quoteHistory.sandbox), recent, levelsOnly: false }]
    })
  }
}

/** As they came; within a market by their numbers, also where a clock was set back. */
function inTheirOrder(markets: readonly (readonly StoredQuote[])[]): StoredQuote[] {
  const timed = markets.flatMap((quotes) => {
    let at = 0
    return quotes.map((quote) => {
      at = Math.max(at, quote.receivedAt)
      return { at, quote }
    })
  })
  return timed.sort((a, b) => a.at - b.at).map(({ quote }) => quote)
}

/** By market, what is out of the index until the quotes before it was set are through. */
function lateOnes(book: PositionBook, changed: readonly ChangedOrder[]): Map<string, Late[]> {
  const late = new Map<string, Late[]>()
  for (const { id, from, trailing } of changed) {
    const position: Position | undefined = book.positions.get(id) ?? book.waiting.get(id)
    if (position === undefined) continue
    const { code } = position.market
    const ofOrder: Late[] = [{ from, watch: book.unwatch(position) }]
    if (trailing !== null) ofOrder.push({ from: trailing, watch: book.levels.withholdTrailing(position) })
    late.set(code, [...(late.get(code) ?? []), ...ofOrder])
  }
  return late
}

/** Watches what was set before a quote came. */
function watchBefore({ code, seq, receivedAt }: BoardQuote, late: Map<string, Late[]>): void {
  const orders = late.get(code)
  if (orders === undefined) return
  const isBefore = ({ from }: Late) => (from.seq === null ? from.at < receivedAt : from.seq < seq)
  for (const one of orders) if (isBefore(one)) one.watch()
  late.set(
    code,
    orders.filter((one) => !isBefore(one)),
  )
}
