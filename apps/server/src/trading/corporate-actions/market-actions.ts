import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type AccountMode,
  contractAt,
  type MarketAction,
  mayDecide,
  type ScheduledAction,
  type TradableQuote,
} from '@candor/rules'
import type { ActionWriter, EngineContext } from '../engine/engine-context.ts'
import { adjustedQuote } from '../risk/adjusted-mark.ts'
import { inTurns } from './action-batches.ts'
import type { Adjusting, Prepared } from './adjusting.ts'
import { prepareAction } from './prepare-action.ts'
import type { Roll } from './rolls/roll.ts'

/** Outcome of an action that was begun. */
type Ended = 'done' | 'put off' | 'waits' | 'cancelled'

/** An action that is in the database, and what remains to be done in memory. */
interface WrittenAction {
  readonly prepared: readonly Prepared[]
  readonly announcements: readonly (() => void)[]
}

interface Collaborators {
  readonly adjusting: Adjusting
  /** Does everything the clock brings, up to and including a moment, in turns of the event loop: ends of waiting orders, then swaps. */
  readonly passUntil: (until: number) => Promise<void>
  /** See `ContractEngine.settled`. */
  readonly settled: () => Promise<void>
  /** True while further nights can be charged. */
  readonly isFollowing: () => boolean
  /** Holds back every quote, and reads the board in its present state. */
  readonly pause: () => void
  /** Takes the quotes that waited, in their order, without those of a market that are foreign to what is open there. */
  readonly resume: (foreign: string | null) => void
  /** True while the walk of a quote is unfinished; no action begins before its end. */
  readonly isWalking: () => boolean
}

/**
 * Carries out the events of a whole market, in turns of the event loop. Meanwhile the engine pauses: quotes and calls wait, so that an
 * action finds every order as it is and changes all of them or none.
 */
export class MarketActions {
  private readonly context: EngineContext
  private readonly collaborators: Collaborators
  private writing: Promise<void> | null = null
  private isApplying = false
  /** The error of an action that failed for good, else null. Half an action is none, so the engine decides nothing more and ends (ADR-227). */
  private failure: unknown = null
  /** By futures market: the roll up to which all of it has been taken over. */
  private readonly rolled = new Map<string, number>()

  constructor(context: EngineContext, collaborators: Collaborators) {
    this.context = context
    this.collaborators = collaborators
  }

  get underWay(): boolean {
    return this.writing !== null
  }

  /** Resolves when a committed action is fully applied in memory, so that no reader sees half of it; null when none is being applied. */
  get halfApplied(): Promise<void> | null {
    return this.isApplying ? this.writing : null
  }

  /** Resolves when nothing is being carried out; what is due now does not begin. */
  async ended(): Promise<void> {
    await this.writing
  }

  /** Schedules all requested actions that are not carried out yet. A roll begins with a quote, also where it was put off. */
  schedule(actions: readonly ScheduledAction[]): void {
    this.context.calendar.schedule(actions)
    for (const action of actions) if (action.kind === 'roll') this.context.putOffRolls.add(action)
  }

  /** Resolves when nothing is being carried out and nothing is due. */
  async still(): Promise<void> {
    for (let wait = this.obstacle(); wait !== null; wait = this.obstacle()) await wait
  }

  /** Returns the promise that a decision has to wait for while an action is carried out, or begins now because it is due; null for none. */
  obstacle(): Promise<void> | null {
    if (this.failure !== null) throw this.failure
    return this.writing !== null || this.begin() ? this.writing : null
  }

  /** The time at which the next one that is due now was to begin; null when none is. */
  nextAt(): number | null {
    const { actions, calendar } = this.context
    return actions === null ? null : (calendar.due()?.at ?? null)
  }

  /** Checks whether an action should begin by the clock. */
  isDue(): boolean {
    return this.nextAt() !== null
  }

  /** Begins what is due by the clock, unless quotes that came before it are still to be taken. */
  begin(): boolean {
    return !this.collaborators.isWalking() && this.beginBefore(null, null)
  }

  private beginBefore(quote: TradableQuote | null, missedAt: number | null): boolean {
    if (this.writing !== null || this.context.actions === null) return false
    const { calendar, clock } = this.context
    const time = missedAt ?? clock.now()
    const action = calendar.due(missedAt) ?? (quote === null ? null : this.rollBy(quote, time))
    if (action === null) return false
    this.collaborators.pause()
    this.writing = this.carryOut(action, quote)
      .then((ended) => this.continueAfter(action, ended))
      .catch((error: unknown) => {
        this.failure = error
        this.context.actions?.stop(error)
      })
    return true
  }

  /**
   * Checks whether a quote has to wait for an action that is carried out, or that the quote makes begin. One that was missed comes after
   * what was due when it was received: it may be of another scale or contract than the positions before that.
   */
  holds(quote: TradableQuote, isMissed: boolean): boolean {
    const now = this.context.clock.now()
    return this.writing !== null || this.beginBefore(quote, isMissed ? Math.min(now, quote.receivedAt) : null)
  }

  /** The first tradable quote in hours after a roll's moment is the next contract's. */
  private rollBy(quote: TradableQuote, time: number): MarketAction | null {
    const { board, book, newId } = this.context
    const market = board.market(quote.code)
    if (market?.type !== 4 || !quote.inHours) return null
    const term = contractAt(market, time)
    if (term === null || (this.rolled.get(market.code) ?? 0) >= term.since) return null
    if (!mayDecide(this.modeIn(quote.code), quote)) return null
    const before = book.orders.of(market.code).some(({ createdAt }) => createdAt < term.since)
    if (!before || this.context.actions?.rolledThrough(market.code) === term.since) {
      this.rolled.set(market.code, term.since)
      return null
    }
    const from = contractAt(market, term.since - 1)?.current.month ?? term.current.month
    const roll = { code: market.code, at: term.since, kind: 'roll', from, to: term.current.month } as const
    return { ...roll, id: this.context.putOffRolls.idOf(roll) ?? newId() }
  }

  private async carryOut(action: MarketAction, quote: TradableQuote | null): Promise<Ended> {
    const { actions, valuation } = this.context
    if (actions === null) return 'put off'
    // A night is charged once the one before it is in the database.
    do {
      await this.collaborators.passUntil(action.at)
      await this.collaborators.settled()
    } while (this.collaborators.isFollowing())
    const written = await this.write(actions, action, quote)
    if (!('prepared' in written)) {
      if (await actions.cancelled(action)) {
        this.end(action)
        return 'cancelled'
      }
      if (action.kind === 'roll' && written.error === null && this.lacksRate(action)) {
        this.awaitRate(actions, action)
        return 'waits'
      }
      this.putOff(actions, action, written.error)
      return 'put off'
    }
    await this.takeOver(written.prepared, written.announcements)
    if (action.kind === 'dividend') valuation.payDividend(action.code, action)
    if (action.kind === 'split') {
      valuation.rebase(action.code, action.ratio)
      this.context.board.forget(action.code)
    }
    this.end(action)
    actions.onDone(action)
    return 'done'
  }

  /** Plans an action and writes it. An error before anything was written concerns this action alone (ADR-220). */
  private async write(
    actions: ActionWriter,
    action: MarketAction,
    quote: TradableQuote | null,
  ): Promise<WrittenAction | { readonly error: unknown }> {
    try {
      const last = this.context.book.orders.isEmpty(action.code) ? null : await this.lastQuote(action)
      const quotes = { last, first: quote }
      const prepared = await prepareAction(this.context, this.collaborators.adjusting, action, quotes)
      if (prepared === null) return { error: null }
      const effects = prepared.map(({ effect }) => effect)
      const announcements = await actions.write(effects, action)
      return announcements === null ? { error: null } : { prepared, announcements }
    } catch (error) {
      if (actions.hasStopped()) throw error
      return { error }
    }
  }

  /** Applies a committed action in memory and announces it. Readers wait from here until the waiting quotes are processed. */
  private async takeOver(
    prepared: readonly Prepared[],
    announcements: readonly (() => void)[],
  ): Promise<void> {
    this.isApplying = true
    for (const announce of announcements) {
      announce()
      await nextTurn()
    }
    for (const some of inTurns(prepared)) {
      for (const { apply } of some) apply()
      await nextTurn()
    }
  }

  private putOff(actions: ActionWriter, action: MarketAction, error: unknown): void {
    this.context.calendar.putOff(action)
    if (action.kind === 'roll') this.context.putOffRolls.add(action)
    actions.onPutOff(action, error)
  }

  /** Checks whether an account with orders in the market has no rate for its currency: usually one that has not quoted since a start. */
  private lacksRate({ code }: Roll): boolean {
    const { book, valuation } = this.context
    return book.orders
      .of(code)
      .some(({ account, market }) => valuation.of(account.mode).conversion(market) === null)
  }

  /** Tries a roll again with the market's next quote, without halting it: a rate comes by itself. Until then quotes of it decide nothing. */
  private awaitRate(actions: ActionWriter, roll: Roll): void {
    if (this.context.putOffRolls.isOverdue(roll, this.context.clock.now())) actions.onAwaitingRate(roll)
    this.context.putOffRolls.add(roll)
  }

  private end(action: MarketAction): void {
    if (action.kind === 'roll') {
      this.rolled.set(action.code, action.at)
      this.context.putOffRolls.end(action)
    }
    this.context.calendar.end(action)
  }

  /**
   * Returns the market's last quote before the action that may decide for the accounts with orders there: the last one in hours since this
   * engine began, otherwise the last stored one. Null if there is none; what needs it is then postponed.
   */
  private async lastQuote(action: MarketAction): Promise<TradableQuote | null> {
    const held = this.modeHeldIn(action.code)
    if (action.kind === 'split') return this.lastQuoteFor(held, action)
    const mode = this.modeIn(action.code)
    const quote = await this.lastQuoteFor(mode, action)
    // Real orders that only wait keep no demo position from going on.
    return quote === null && held !== mode ? this.lastQuoteFor(held, action) : quote
  }

  private async lastQuoteFor(mode: AccountMode, { code, at }: MarketAction): Promise<TradableQuote | null> {
    const values = this.context.valuation.of(mode)
    const quote = values.prices(code)
    if (quote !== null) return quote
    const stored = await this.context.actions?.lastQuote(code, at, mode)
    if (stored == null) return null
    return adjustedQuote({ quote: stored, ratio: null, dividend: values.paidSince(stored) })
  }

  /** Returns the mode whose quotes measure an action: where real accounts have orders in the market, those they may trade on. */
  private modeIn(code: string): AccountMode {
    return this.context.book.orders.has(code, 'real') ? 'real' : 'demo'
  }

  /** The same by open positions alone: a split needs no price for orders that wait. */
  private modeHeldIn(code: string): AccountMode {
    const { orders } = this.context.book
    return orders.of(code).some(({ status, account }) => status === 'open' && account.mode === 'real')
      ? 'real'
      : 'demo'
  }

  /** Quotes that waited are taken in their order; not those of another scale, or of another contract, than what is open there. */
  private continueAfter(action: MarketAction, ended: Ended): void {
    this.writing = null
    const foreign =
      action.kind === 'split'
        ? ended !== 'cancelled'
        : action.kind === 'roll' && (ended === 'put off' || ended === 'waits')
    this.isApplying = false
    this.collaborators.resume(foreign ? action.code : null)
  }
}
