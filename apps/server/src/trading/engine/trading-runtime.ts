import type { AccountMode } from '@candor/contract'
import type { Price } from '@candor/money'
import { closingPrice, ownPrices } from '@candor/rules'
import type { PriceBoard } from '../../market-data/price-board/price-board.ts'
import { newId } from '../../platform/new-id.ts'
import type { CommitQueue } from '../commits/commit-queue.ts'
import type { CommittedBalance } from '../commits/commit-row.ts'
import type { CommitOutcome, Effect } from '../commits/effect.ts'
import { RefusedEffects } from '../commits/refused-effects.ts'
import { ActionCalendar } from '../corporate-actions/action-calendar.ts'
import { houseAccounts } from '../orders/contract-accounts.ts'
import { OrdersStore } from '../orders/orders-store.ts'
import type { MissedQuotes } from '../quotes/missed-quotes.ts'
import { NextQuotes } from '../quotes/next-quotes.ts'
import { ProcessedBoard } from '../quotes/processed-board.ts'
import { Availability } from '../risk/availability.ts'
import { AccountBalances } from '../risk/funds/account-balances.ts'
import type { BalanceSweep } from '../risk/funds/balance-sweep.ts'
import { ExposureLimits } from '../risk/limits/exposure-limits.ts'
import { MarginCalls } from '../risk/stop-outs/margin-calls.ts'
import { TradingCapital } from '../risk/trading-capital.ts'
import { UnpaidClosings } from '../risk/unpaid-closings/unpaid-closings.ts'
import { liveValuation, Valuation } from '../risk/valuation.ts'
import { TrailPeaks } from '../triggers/trail-peaks.ts'
import { Announcements } from './announcements.ts'
import { PositionBook } from './book.ts'
import { applyCommitted, undoRefused } from './committed-funds.ts'
import { createCommitQueue, createEngine, createMissedQuotes, type NextNumbers } from './create-engine.ts'
import type { ContractEngine } from './engine.ts'
import { EngineLease } from './engine-lease.ts'
import { OrderTurns } from './order-turns.ts'
import type { Account, Position } from './position.ts'
import { quoteBarrierOf, type ReplayRules, type TradingRuntimeOptions } from './runtime-options.ts'

const swapTickMs = 1_000

/** State that is read from the database before the runtime opens. */
interface OpeningState {
  readonly store: OrdersStore
  readonly nextNumbers: NextNumbers
  /** Null in a replay. */
  readonly lease: EngineLease | null
}

/** The contracts engine with everything it depends on. */
export class TradingRuntime {
  readonly board: PriceBoard
  /** The board as far as the engine has taken its quotes. */
  readonly processed: ProcessedBoard
  readonly book = new PositionBook()
  readonly valuation: Valuation
  readonly store: OrdersStore
  readonly queue: CommitQueue
  readonly engine: ContractEngine
  readonly capital: TradingCapital
  readonly exposureLimits: ExposureLimits
  readonly availability: Availability
  /** Edits of one order, one after the other. */
  readonly turns = new OrderTurns()
  readonly marginCalls: MarginCalls
  /** Rereads balances that another process may have changed without notice, once a second. */
  readonly sweep: BalanceSweep
  /** Closings that the operator's accounts could not pay, for operators. */
  readonly unpaid: UnpaidClosings
  /** Decisions that the database did not take, for operators. */
  readonly refused: RefusedEffects
  private readonly balances: AccountBalances
  private readonly options: TradingRuntimeOptions
  private readonly lease: EngineLease | null
  private readonly nextQuotes: NextQuotes
  /** Null in a replay, and without a quote store. */
  private readonly missed: MissedQuotes | null
  private readonly peaks: TrailPeaks
  readonly announcements: Announcements
  private readonly stops: (() => void)[] = []
  private rolled: ReadonlyMap<string, number> = new Map()

  private constructor(
    options: TradingRuntimeOptions,
    { store, nextNumbers, lease }: OpeningState,
    replay: ReplayRules | null,
  ) {
    const { db, clock } = options
    this.options = options
    this.lease = lease
    this.board = options.board
    this.announcements = new Announcements(options)
    this.store = store
    const calendar = new ActionCalendar(clock)
    this.processed = new ProcessedBoard(options.board, calendar)
    this.valuation = new Valuation(
      this.processed,
      replay === null ? liveValuation : { ...replay, outdatedMs: Number.POSITIVE_INFINITY },
    )
    const { book, processed: board, valuation } = this
    const isWhole = () => this.engine.actions.halfApplied === null
    this.capital = new TradingCapital({ db, book, valuation, isWhole })
    this.exposureLimits = new ExposureLimits({ db, book, valuation })
    const means = { calendar, valuation, capital: this.capital, exposureLimits: this.exposureLimits }
    this.availability = new Availability({ board: options.board, ...means })
    this.refused = new RefusedEffects(options, book)
    const quoteBarrier = replay === null ? quoteBarrierOf(options) : null
    this.queue = createCommitQueue(options, {
      ...{ fence: this.fence, quoteBarrier },
      listener: (effects, outcomes, balances) => {
        this.onCommitted(effects, outcomes, balances)
        replay?.onCommitted(effects, outcomes)
      },
      onRefused: (effects, error) => this.refused.report(effects, error),
    })
    this.peaks = new TrailPeaks(book, store, quoteBarrier)
    this.marginCalls = new MarginCalls({
      ...{ db, clock, fence: this.fence },
      newId,
      notify: (userId, notice) => this.announcements.notify(userId, notice),
    })
    this.balances = new AccountBalances({
      book,
      funds: store.funds,
      passed: () => this.queue.passed(),
      look: () => this.look(() => undefined),
    })
    this.sweep = this.balances.sweep
    this.unpaid = new UnpaidClosings({ db, book, valuation })
    this.nextQuotes = new NextQuotes(options.board, (quote) => this.queue.journal(quote))
    const { availability, exposureLimits, queue, nextQuotes, marginCalls } = this
    const state = { board, book, valuation, calendar, availability, exposureLimits, queue, nextQuotes }
    const services = { ...state, marginCalls, rolled: () => this.rolled }
    this.engine = createEngine(options, services, nextNumbers, replay)
    this.missed =
      replay === null ? createMissedQuotes(options, { book, nextQuotes, engine: this.engine }) : null
  }

  /** Every open order is watched again before the first quote is acted on. */
  static async open(
    options: TradingRuntimeOptions,
    replay: ReplayRules | null = null,
  ): Promise<TradingRuntime> {
    const store = new OrdersStore(options.db)
    await options.ledger.open([...houseAccounts('demo'), ...houseAccounts('real')])
    // Before anything is read, so that every decision of an earlier engine is in the database.
    const lease = replay === null ? await EngineLease.take(options.db, options) : null
    const nextNumbers = {
      order: await store.openOrders.nextSequence(),
      trail: await store.openOrders.nextTrail(),
    }
    const runtime = new TradingRuntime(options, { store, nextNumbers, lease }, replay)
    await store.openOrders.loadOpen(runtime.book, options.board)
    await runtime.readBalances()
    if (lease !== null)
      await Promise.all([
        runtime.marginCalls.load(runtime.book),
        runtime.unpaid.load(),
        runtime.refused.load(),
      ])
    runtime.rolled = (await options.actions?.rolled()) ?? runtime.rolled
    await runtime.readActions()
    await runtime.missed?.restoreMarks(runtime.valuation)
    runtime.engine.catchUpSwaps()
    await runtime.missed?.resumeFromProgress()
    runtime.listen()
    if (replay === null) runtime.watch()
    return runtime
  }

  /** The number its batches carry: the greater, the later it began to lead; null in a replay. */
  get fence(): bigint | null {
    return this.lease?.fence ?? null
  }

  /** Stops deciding, and waits until all decisions are in the database. */
  async close(): Promise<void> {
    for (const stop of this.stops.splice(0)) stop()
    await this.missed?.over()
    await this.engine.actions.ended()
    this.engine.finish()
    try {
      await this.engine.settled()
      await this.keepProgress()
      await Promise.all([this.marginCalls.write(), this.refused.written()])
      if (this.lease !== null) await this.unpaid.write()
    } finally {
      this.lease?.release()
    }
  }

  /**
   * Reads orders, prices and account values for display: with all of a market's action or none of it. The last check and the reading are one
   * step.
   */
  async look<T>(read: () => T): Promise<T> {
    const { actions } = this.engine
    // No cases: it waits for the end of one action after the other.
    for (let wait = actions.halfApplied; wait !== null; wait = actions.halfApplied) await wait
    return read()
  }

  /** See `AccountBalances.refresh`. */
  refresh(account: Account): Promise<void> {
    return this.balances.refresh(account)
  }

  /** Returns the account with its balance loaded; reads it on first use. */
  known(userId: string, mode: AccountMode): Promise<Account> {
    return this.balances.known(userId, mode)
  }

  /** Returns the account freshly read from the database, including postings of other processes. */
  reread(userId: string, mode: AccountMode): Promise<Account> {
    return this.balances.reread(userId, mode)
  }

  /** Accounts with something open or waiting in a market. */
  holdersOf(code: string): { userId: string; mode: AccountMode }[] {
    const holders = new Set(this.book.orders.of(code).map(({ account }) => account))
    return [...holders].map(({ userId, mode }) => ({ userId, mode }))
  }

  now(): number {
    return this.options.clock.now()
  }

  /** Returns the fill price of closing now; null before the market's first quote. */
  closingPriceOf(position: Position): Price | null {
    const quote = this.valuation.of(position.account.mode).shown(position.market.code)
    return quote === null ? null : closingPrice(position.direction, ownPrices(position.market, quote))
  }

  private listen(): void {
    this.stops.push(
      this.board.onMissing((code, through) => this.missed?.miss(code, through)),
      this.board.onTradable((quote) => this.engine.onQuote(quote)),
      this.board.onQuote((quote) => {
        this.missed?.observe(quote)
        this.nextQuotes.offered(quote)
      }),
    )
    // Quotes that the board received after the stored ones were read.
    for (const { code } of this.board.markets) {
      const latest = this.board.latest(code)
      if (latest !== null) this.missed?.miss(code, latest.seq)
    }
  }

  private async keepProgress(): Promise<void> {
    const { lease, missed, peaks, queue } = this
    if (lease === null || missed === null) await peaks.write()
    else await missed.write(lease.fence, peaks, () => queue.passed())
  }

  private watch(): void {
    const timer = setInterval(() => {
      this.engine.passTime()
      this.engine.recallMargins()
      this.marginCalls.write().catch(() => undefined)
      if (this.engine.actions.halfApplied === null) this.unpaid.write().catch(() => undefined)
      this.queue.flush()
      this.keepProgress().catch(() => undefined)
      this.capital.read().catch(() => undefined)
      this.exposureLimits.read().catch(() => undefined)
      this.sweep.turn().catch(() => undefined)
      this.readActions().catch(() => undefined)
    }, swapTickMs)
    timer.unref()
    this.stops.push(() => clearInterval(timer))
    this.stops.push(
      this.options.ledger.onPosted((accounts) => {
        if (!this.announcements.underWay) this.balances.onPosted(accounts)
      }),
    )
  }

  /** Reads the actions requested since, by other processes too. */
  async readActions(): Promise<void> {
    this.engine.actions.schedule((await this.options.actions?.due()) ?? [])
  }

  private async readBalances(): Promise<void> {
    await this.balances.readAll()
    await Promise.all([this.capital.read(), this.exposureLimits.read()])
    const codes = new Set([...this.book.positions.values()].map(({ market }) => market.code))
    for (const mode of modes)
      this.valuation.of(mode).knowLast(await this.store.funds.lastKnown(mode, [...codes]))
  }

  private onCommitted(
    effects: readonly Effect[],
    outcomes: readonly CommitOutcome[],
    balances: readonly CommittedBalance[],
  ): void {
    undoRefused(effects, outcomes)
    applyCommitted(this.book, effects, balances)
    this.unpaid.observe(effects, outcomes)
    this.refused.observe(effects, outcomes)
    this.announcements.committed(effects, outcomes)
  }
}

const modes: readonly AccountMode[] = ['demo', 'real']
