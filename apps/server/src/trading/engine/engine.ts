import type { Lots } from '@candor/money'
import {
  accept,
  type Decision,
  decidePart,
  decidePlacement,
  type Market,
  ownPrices,
  type PlacementRequest,
  refuse,
  refuseUnavailable,
  type TradableQuote,
} from '@candor/rules'
import { DecisionWriter } from '../commits/decision-writer.ts'
import { OutcomeTurns } from '../commits/outcome-turns.ts'
import { Adjusting } from '../corporate-actions/adjusting.ts'
import { MarketActions } from '../corporate-actions/market-actions.ts'
import { SwapCharges } from '../fees/swap-charges.ts'
import { type Changes, OrderEditor } from '../orders/order-editor.ts'
import { orderLimitReached } from '../orders/order-limits.ts'
import { PositionCloser } from '../orders/position-closer.ts'
import { PositionOpener } from '../orders/position-opener.ts'
import { WaitingOrders } from '../orders/waiting-orders.ts'
import { type MissedQuote, QuoteQueue } from '../quotes/quote-queue.ts'
import { QuoteWalk } from '../quotes/quote-walk.ts'
import { inARow, noWalk, type Walk } from '../quotes/walk.ts'
import { StopOuts } from '../risk/stop-outs/stop-outs.ts'
import { type ClosablePosition, findClosable } from '../triggers/closable-at.ts'
import { HeldTriggers } from '../triggers/held-triggers.ts'
import { OrderEnds } from '../triggers/order-ends.ts'
import type { EngineContext, Requester } from './engine-context.ts'
import type { PendingCommit, Write } from './position-change.ts'
import { PositionsInDoubt } from './positions-in-doubt.ts'
import { ScheduledWork } from './scheduled-work.ts'

/**
 * Decides at once and in memory; the decisions are written afterwards, in order. One engine owns all positions, so of a manual close and a
 * trigger exactly one wins: the second finds the position gone.
 */
export class ContractEngine {
  private readonly context: EngineContext
  private readonly swaps: SwapCharges
  private readonly stopOuts: StopOuts
  readonly closings: PositionCloser
  private readonly waiting: WaitingOrders
  private readonly opener: PositionOpener
  private readonly editor: OrderEditor
  private readonly walk: QuoteWalk
  private readonly quoteQueue: QuoteQueue
  private readonly scheduled: ScheduledWork
  readonly actions: MarketActions
  private readonly outcomes: OutcomeTurns
  private readonly doubts: PositionsInDoubt
  private readonly held: HeldTriggers
  private readonly writer: DecisionWriter
  private sequence: bigint
  private trail: bigint

  constructor(context: EngineContext) {
    this.context = context
    this.held = new HeldTriggers(context.clock)
    this.outcomes = new OutcomeTurns(context.unitsPerTurn, () => this.writer.count)
    this.doubts = new PositionsInDoubt({
      onCertain: (account) => context.book.unguarded.add(account),
      turns: this.outcomes,
      isCharging: (account) => this.swaps.isCharging(account),
    })
    this.sequence = context.nextSequence
    this.trail = context.nextTrail
    this.writer = new DecisionWriter(context, this.doubts)
    const write: Write = (position, charge, requester) => this.writer.write(position, charge, requester)
    const numbers = { order: () => this.sequence++, trail: () => this.trail++ }
    this.swaps = new SwapCharges(context, (position, charge) => write(position, charge, null), this.doubts)
    this.closings = new PositionCloser(context, write, numbers.order)
    const { doubts, held } = this
    this.waiting = new WaitingOrders(context, write, numbers, { doubts, held })
    this.scheduled = new ScheduledWork(new OrderEnds(context, this.waiting, { doubts, held }), this.swaps)
    this.editor = new OrderEditor(context, write, this.waiting)
    this.stopOuts = new StopOuts(
      context,
      (position, quote) => this.closings.close(position, quote, 'stopOut', null),
      { doubts, held },
    )
    const { closings, waiting, stopOuts } = this
    this.opener = new PositionOpener(context, write, { closings, waiting }, numbers.order)
    this.walk = new QuoteWalk(context, { doubts, held, closings, waiting, stopOuts })
    this.actions = new MarketActions(context, {
      adjusting: new Adjusting(context, numbers.trail),
      passUntil: (until) => this.quoteQueue.complete(this.scheduled.beforeAction(until)),
      settled: () => this.settled(),
      isFollowing: () => this.swaps.isFollowing,
      pause: () => this.quoteQueue.pause(),
      resume: (foreign) => this.quoteQueue.resume(foreign),
      isWalking: () => this.isWalking,
    })
    this.quoteQueue = new QuoteQueue({
      board: context.board,
      unitsPerTurn: context.unitsPerTurn,
      begin: (quote, missed) => this.begin(quote, missed),
      passTime: () => this.passTime(),
      decisionCount: () => this.writer.count,
      interrupted: context.onInterrupted,
    })
  }

  /** An order, decided at the newest tradable quote: opened at it, or placed to wait for its level. */
  place(request: PlacementRequest, market: Market, requester: Requester): Decision<PendingCommit> {
    const { board, book, valuation } = this.context
    this.passTime()
    const quote = board.latestTradable(market.code, requester.mode)
    const opening = { ...request, market, quote, mode: requester.mode }
    const decision = decidePlacement(request, {
      market,
      quote: quote === null ? null : ownPrices(market, quote),
      unavailable: this.context.unavailableFor(opening),
      conversion: valuation.of(requester.mode).conversion(market),
      ownLimit: requester.ownLimit ?? null,
      tooMany: orderLimitReached(book.account(requester.userId, requester.mode), request, requester),
    })
    if (!decision.ok) return decision
    if (quote === null) return refuseUnavailable('stale')
    const order = { request, placement: decision.value, market, quote }
    return request.kind === 'market'
      ? this.opener.open(order, requester)
      : this.waiting.place(order, requester)
  }

  /** Closes at the newest tradable quote on the customer's request. Another customer's order is as absent as none. */
  close(id: string, requester: Requester): Decision<PendingCommit> {
    const found = this.closable(id, requester)
    if (!found.ok) return found
    const closed = this.closings.close(found.value.position, found.value.quote, 'user', requester)
    return closed === null ? this.closings.refusal(found.value.position) : accept(closed)
  }

  /** Closes a part of it. */
  closePart(id: string, lots: Lots | null, requester: Requester): Decision<PendingCommit> {
    const position = this.context.book.findOwned(id, requester)
    if (position?.status !== 'open') return refuse('notFound')
    const part = decidePart(lots, position.lots, position.market)
    if (!part.ok) return part
    const found = this.closable(id, requester)
    return found.ok ? this.closings.closePart(position, lots, found.value.quote, requester) : found
  }

  /** Closes a position and opens the opposite one, of its size and leverage but without exits, at the same quote: both or neither. */
  reverse(id: string, requester: Requester): Decision<PendingCommit> {
    const found = this.closable(id, requester)
    if (!found.ok) return found
    return this.opener.reverse(found.value.position, found.value.quote, requester)
  }

  /** An order that still waits is cancelled. */
  cancel(id: string, requester: Requester): Decision<PendingCommit> {
    this.passTime()
    const found = this.held.changeable(this.context.book.findOwned(id, requester), 'pending')
    return found.ok ? accept(this.waiting.end(found.value, 'cancel', requester)) : found
  }

  /** Holds the amount that `edit` needs before it can move an order to a dearer level; null when none is needed. */
  topUp(id: string, changes: Changes, requester: Requester): Decision<PendingCommit | null> {
    const found = this.held.changeable(this.context.book.findOwned(id, requester))
    return found.ok ? this.editor.topUp(found.value, changes) : found
  }

  /** Changes exits, trailing stop and level; they must lie on their own side of the price now. */
  edit(id: string, changes: Changes, requester: Requester): Decision<PendingCommit> {
    const found = this.held.changeable(this.context.book.findOwned(id, requester))
    return found.ok ? this.editor.edit(found.value, changes, requester) : found
  }

  /**
   * Processes one tradable quote: first exits, then entries, each in the order they were placed, then stop-outs, account by account in
   * order of appearance. Outside the market's hours nothing fires; a conversion may still have moved, so guards are set again.
   */
  onQuote(quote: TradableQuote): void {
    this.quoteQueue.offer(quote)
  }

  /** A quote is on its way through the accounts. */
  get isWalking(): boolean {
    return this.quoteQueue.walking
  }

  /** Ends what is under way of quotes that came: nothing of them is left for a later turn. */
  finish(): void {
    this.quoteQueue.finish()
  }

  /** Resolves when everything decided is in the database, and so is what waited for an outcome. */
  settled(): Promise<void> {
    return this.outcomes.settled(this.context.written)
  }

  /** Quotes of these markets never came: they are taken before any that comes from now on. */
  lookUp(codes: readonly string[], found: Promise<readonly MissedQuote[]>): void {
    this.quoteQueue.hold(codes, found)
  }

  /** Resolves when no quote that was missed has still to be taken, and none is under way. */
  async caughtUp(): Promise<void> {
    while (this.quoteQueue.walking) await this.quoteQueue.changed()
  }

  /** Every quote that came was taken, and nothing it brought about waits for an outcome or a price. */
  get isThrough(): boolean {
    const isWaiting = this.doubts.isDeferring || this.held.isHolding(this.context.clock.now())
    return !this.quoteQueue.walking && !this.quoteQueue.busy && !isWaiting && !this.actions.underWay
  }

  private begin(quote: TradableQuote, missed: MissedQuote | null): Walk | null {
    if (this.actions.holds(quote, missed !== null)) return null
    const due = missed === null ? noWalk : this.scheduled.through(quote.receivedAt)
    return due === noWalk ? this.take(quote, missed) : inARow(due, () => this.take(quote, missed))
  }

  private take(quote: TradableQuote, missed: MissedQuote | null): Walk {
    const { board, book, valuation } = this.context
    if (board.isSuspended(quote.code, missed === null ? undefined : quote.receivedAt)) return noWalk
    const levelsOnly = missed?.levelsOnly === true
    const known = valuation.take(quote, levelsOnly)
    for (const mode of known) book.unblind(quote.code, mode)
    if (quote.inHours) book.levels.follow(quote)
    const begin = () => this.walk.begin(quote, levelsOnly)
    const before = [this.swaps.owedNights(this.context.clock.now()), this.held.retry(known)]
    return before.reduceRight((next, walk) => (walk === null ? next : () => inARow(walk, next)), begin)()
  }

  /** Resets margin calls of accounts above 100 % again, so that the next crossing calls them again. Called every second. */
  recallMargins(): void {
    if (!this.quoteQueue.walking && !this.actions.underWay) this.stopOuts.recall()
  }

  /** Closes all that is open in a market at its last tradable quote, and cancels all that waits: the end of a recording. */
  endMarket(code: string): void {
    const { board, book } = this.context
    for (const position of book.inOrder()) {
      // One of them may have closed with another's loss.
      if (position.status !== 'open' || position.market.code !== code) continue
      const quote = board.latestTradable(code, position.account.mode)
      if (quote !== null) this.closings.close(position, quote, 'end', null)
    }
    for (const position of [...book.waiting.values()])
      if (position.market.code === code) this.waiting.end(position, 'cancel', null)
  }

  /**
   * Decides for an account once nothing is under way that the decision would overtake: a change the database may still refuse,
   * an earlier quote on its way to the account, or one that waits in a market the account has something in, or in `code`; an
   * action of a whole market. Where the requester has `prices`, these are fresh too, or the time for waiting is over. The last look and
   * the decision are one step, so nothing comes between.
   */
  async inTurn<T>(
    requester: Pick<Requester, 'userId' | 'mode' | 'prices'>,
    code: string | null,
    decide: () => T,
  ) {
    const obstacle = () => this.obstacle(requester, code) ?? requester.prices?.obstacle() ?? null
    for (let wait = obstacle(); wait !== null; wait = obstacle()) await wait
    return decide()
  }

  private obstacle({ userId, mode }: Pick<Requester, 'userId' | 'mode'>, code: string | null) {
    this.passTime()
    // Also where quotes that never came are looked up meanwhile: a roll is not on the calendar, so nothing else shows it.
    if (this.actions.underWay) return this.actions.obstacle()
    const account = this.context.book.find(userId, mode)
    const doubt = account === null ? null : (this.doubts.of(account) ?? this.swaps.obstacle(account))
    const overtaken = doubt ?? this.quoteQueue.obstacle(account, code)
    if (overtaken !== null) return overtaken
    const isFollowed = account !== null && this.swaps.isFollowed(account)
    if (this.quoteQueue.walking) return isFollowed || this.actions.isDue() ? this.quoteQueue.changed() : null
    return this.actions.obstacle()
  }

  /** Does everything due by the clock alone. Called with each quote and call, and each second. */
  passTime(): void {
    const now = this.context.clock.now()
    // No cases: processes what is due in order, until nothing is due or a walk continues in a later turn.
    while (!this.quoteQueue.walking && !this.actions.underWay) {
      const walk = this.scheduled.next(Math.min(now, this.actions.nextAt() ?? now))
      if (walk !== null) this.quoteQueue.start(walk)
      else if (!this.actions.begin()) return
    }
  }

  /** Records, after a restart, the nights owed since each order's last charge. They are charged one by one once there are prices. */
  catchUpSwaps(): void {
    this.swaps.catchUp(this.context.book.inOrder())
  }

  private closable(id: string, requester: Requester): Decision<ClosablePosition> {
    this.passTime()
    return findClosable(
      this.context,
      this.held.changeable(this.context.book.findOwned(id, requester), 'open'),
    )
  }
}
