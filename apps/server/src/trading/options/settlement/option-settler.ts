import {
  type AccountMode,
  type BoardQuote,
  decidedBy,
  isOfItsContract,
  optionFate,
  type RefundReason,
  type TradableQuote,
} from '@candor/rules'
import type { Ledger } from '../../../ledger/ledger.ts'
import type { QuoteHistory } from '../../../market-data/history/quote-paths.ts'
import type { QuoteWriteBarrier } from '../../../market-data/history/quote-write-barrier.ts'
import type { PriceBoard } from '../../../market-data/price-board/price-board.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Tx } from '../../../platform/database/database.ts'
import { isTransient } from '../../../platform/database/transient-errors.ts'
import type { DecidingQuote } from '../option-event-details.ts'
import type { OptionRow } from '../option-response.ts'
import { openOptions, optionsEndingBy } from '../options-store.ts'
import { ExpiryWatch } from './expiry-watch.ts'
import { type FoundSettlement, findSettlement } from './find-settlement.ts'
import { SettlementQueue } from './settlement-queue.ts'
import type { SplitsSince } from './splits-since.ts'
import { type WatchedOption, watchedOf } from './watched-option.ts'

const neighbourCount = 5
/** Time before its end at which the rescan finds an option that is not watched, if the database responds. */
const lookAheadMs = 20_000

export interface OptionSettlerOptions {
  readonly db: Database
  readonly ledger: Ledger
  readonly clock: Clock
  readonly board: PriceBoard
  readonly journal: (tx: Tx, quotes: readonly BoardQuote[]) => Promise<void>
  readonly splits: SplitsSince
  /** Stored quotes, for ends that this process did not see. */
  readonly quoteHistory: QuoteHistory
  /** Called after the commit of every option that ended. */
  readonly onSettled: (row: OptionRow) => void
  readonly log: { error(details: object, message: string): void }
  /** Delay before a settlement that could not be written is tried again, in ms. */
  readonly retryMs: number
}

/** Quotes of a market that came one after the other, with none missing: the last of them, and when the first came. */
interface Unbroken {
  seq: number
  since: number
}

const byNoQuote: FoundSettlement = { closing: null, seen: [] }

/**
 * Watches open options and settles them. A quote decides in memory, at once and for every customer alike. The decision is then written with
 * others in one commit, and retried until it is stored. Settlements not written when the process ends are decided again after the restart,
 * by the same rule.
 */
export class OptionSettler {
  private readonly options: OptionSettlerOptions
  private readonly quoteBarrier: QuoteWriteBarrier
  private readonly watch = new ExpiryWatch<WatchedOption>()
  private readonly settlements: SettlementQueue
  private readonly endings: (() => void)[] = []
  private readonly unbroken = new Map<string, Unbroken>()
  private readonly lookups = new Set<Promise<void>>()
  /** Quotes that came while the open options were being loaded; null once they are watched. */
  private early: TradableQuote[] | null = null
  /** Options whose end is being looked up in the stored quotes. */
  private readonly lookedUp = new Set<string>()

  constructor(options: OptionSettlerOptions) {
    this.options = options
    this.quoteBarrier = options.quoteHistory.paths.writeBarrier((err) => {
      // The batch that depends on them cannot be written now either: all of it is retried.
      if (isTransient(err)) throw err
      options.log.error({ err }, 'quotes could not be stored before the batch that depends on them')
    })
    this.settlements = new SettlementQueue(options, (quotes) => this.ensureStored(quotes))
  }

  /** Resolves when these quotes are stored, so that settlements that depend on them may be written. */
  ensureStored(quotes: Iterable<BoardQuote>): Promise<void> {
    return this.quoteBarrier.ensure(quotes)
  }

  get watching(): number {
    return this.watch.size
  }

  /**
   * Loads every open option and watches it. An end that passed meanwhile is settled by the first tradable quote stored of its time. Quotes
   * that arrive during loading are processed after it, in order.
   */
  async start(): Promise<void> {
    const { db, board, clock } = this.options
    this.early = []
    this.endings.push(
      // The tradable listener runs right before the listener of all quotes.
      board.onTradable((quote) => {
        this.follow(quote)
        if (this.early === null) this.onQuote(quote)
        else this.early.push(quote)
      }),
      board.onQuote((quote) => this.follow(quote)),
    )
    const now = clock.now()
    const open = (await openOptions(db.query)).map(watchedOf)
    const hasEnded = (option: WatchedOption) =>
      optionFate(option.expiresAt, option.settleWithinMs, now) !== 'running'
    await this.settleByStored(open.filter(hasEnded), now)
    for (const option of open) if (!hasEnded(option)) this.watch.add(option)
    const early = this.early
    this.early = null
    for (const quote of early) this.onQuote(quote)
  }

  /** Stops listening and ends with what is being written; the rest is found again at the next start. */
  async stop(): Promise<void> {
    this.settlements.stop()
    for (const end of this.endings.splice(0)) end()
    await Promise.all([this.settlements.writing, ...this.lookups])
  }

  /** A newly bought option. */
  add(option: WatchedOption): void {
    this.watch.add(option)
  }

  /**
   * Returns the stakes of options whose time for a quote has passed; call it about every second. A quote that came in time but did not
   * reach this process still settles them. Resolves when written.
   */
  async refundOverdue(): Promise<void> {
    const now = this.options.clock.now()
    const overdue: WatchedOption[] = []
    for (const option of this.watch.takeAllEnded(now)) {
      if (optionFate(option.expiresAt, option.settleWithinMs, now) === 'refund') overdue.push(option)
      else this.watch.add(option)
    }
    await this.settleByStored(overdue, now)
    await this.written()
  }

  /**
   * Watches open options near their end that this process does not know: bought by a commit whose response was lost, or settled in memory
   * alone when the database went away. Call it every few seconds. Deciding one twice changes nothing.
   */
  async rescan(): Promise<void> {
    const { db, clock } = this.options
    const now = clock.now()
    const ending = await optionsEndingBy(db.query, now + lookAheadMs)
    const unwritten = this.settlements.optionIds()
    const isKnown = (id: string) => this.watch.has(id) || this.lookedUp.has(id) || unwritten.has(id)
    const lost = ending.map(watchedOf).filter(({ id }) => !isKnown(id))
    const hasEnded = (option: WatchedOption) =>
      optionFate(option.expiresAt, option.settleWithinMs, now) !== 'running'
    for (const option of lost) if (!hasEnded(option)) this.watch.add(option)
    await this.settleByStored(lost.filter(hasEnded), now)
  }

  /** Returns every stake of one account, whose demo money is being reset. Resolves when written. */
  async refundAll(userId: string, mode: AccountMode): Promise<void> {
    const now = this.options.clock.now()
    const ownOptions = this.watch.takeWhere((option) => option.userId === userId && option.mode === mode)
    for (const option of ownOptions) this.decide(option, byNoQuote, now, 'reset')
    await this.written()
    if (ownOptions.some(({ id }) => this.settlements.hasFailed(id)))
      throw new Error('a stake could not be refunded')
  }

  /** Resolves when everything decided so far is written or set aside. */
  async written(): Promise<void> {
    // No cases: waits until what was decided is written.
    while (this.settlements.writing !== null || this.lookups.size > 0)
      await Promise.all([this.settlements.writing, ...this.lookups])
  }

  private follow({ code, seq, receivedAt }: BoardQuote): void {
    const known = this.unbroken.get(code)
    if (known !== undefined && (seq === known.seq || seq === known.seq + 1)) known.seq = seq
    else this.unbroken.set(code, { seq, since: receivedAt })
  }

  /** Checks that no later quote of the market is missing here. */
  private isUnbrokenSince(code: string, at: number): boolean {
    const known = this.unbroken.get(code)
    return known !== undefined && known.since < at
  }

  /**
   * Follows the market's hours alone: an operator's halt does not affect earlier purchases. If quotes since an option's end are missing here
   * (another process leads the prices now, or a message was lost), the first of them is read from the stored quotes.
   */
  private onQuote(quote: TradableQuote): void {
    if (!quote.inSession) return
    const { code, receivedAt } = quote
    const ended = decidedBy(quote).flatMap((mode) => this.watch.takeEnded({ code, mode }, receivedAt))
    if (ended.length === 0) return
    const closing = this.withNeighbours(quote)
    const unsure: WatchedOption[] = []
    for (const option of ended) {
      const fate = optionFate(option.expiresAt, option.settleWithinMs, quote.receivedAt)
      // `refundOverdue` ends it when its time is over, after checking the stored quotes of its time once more.
      if (fate !== 'due' || !isOfItsContract(option.rollsAt, receivedAt)) this.watch.add(option)
      else if (this.isUnbrokenSince(code, option.expiresAt))
        this.decide(option, { closing, seen: [] }, quote.receivedAt)
      else unsure.push(option)
    }
    if (unsure.length === 0) return
    const lookup = this.settleByStored(unsure, receivedAt, closing).finally(() => this.lookups.delete(lookup))
    this.lookups.add(lookup)
  }

  /**
   * Settles passed ends by the first tradable quote stored of their time; if there is none, by `newest`, if it arrived in time and no earlier
   * one is stored. Otherwise they keep waiting, or are refunded when their time is over.
   */
  private async settleByStored(
    ended: readonly WatchedOption[],
    now: number,
    newest: DecidingQuote | null = null,
  ): Promise<void> {
    if (ended.length === 0) return
    const { quoteHistory, log } = this.options
    for (const { id } of ended) this.lookedUp.add(id)
    // Without it, what was written is still the best there is.
    const isUpToNow = await quoteHistory.paths.upToNow().then(
      () => true,
      (err: unknown) => {
        log.error({ err }, 'the newest quotes could not be read')
        return false
      },
    )
    // No cases: one that fails is watched on, and the others are settled.
    for (const option of ended) {
      const found = await this.foundFor(option, isUpToNow ? newest : null)
      const fate = optionFate(option.expiresAt, option.settleWithinMs, now)
      if (found !== null && (found.closing !== null || fate === 'refund')) this.decide(option, found, now)
      else this.watch.add(option)
      this.lookedUp.delete(option.id)
    }
  }

  /** Returns its settlement by the stored quotes, or by `newest` without any; null when they cannot be read now. */
  private async foundFor(
    option: WatchedOption,
    newest: DecidingQuote | null,
  ): Promise<FoundSettlement | null> {
    const { quoteHistory, db, log } = this.options
    try {
      const found = await findSettlement({ db, quoteHistory }, option)
      return found.closing === null && newest !== null ? { closing: newest, seen: [] } : found
    } catch (err) {
      log.error({ err, option: option.id }, 'the quotes that settle an option could not be read')
      return null
    }
  }

  private decide(
    option: WatchedOption,
    { closing, seen }: FoundSettlement,
    at: number,
    refundReason: RefundReason | null = null,
  ): void {
    this.settlements.add({ option, refundReason, closing, seen, at })
  }

  private withNeighbours(quote: BoardQuote): DecidingQuote {
    const recent = this.options.board.recent(quote.code, neighbourCount + 1)
    return { quote, neighbours: recent.filter(({ seq }) => seq < quote.seq) }
  }
}
