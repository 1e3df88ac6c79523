import type { AccountMode, ContractOrder } from '@candor/contract'
import type { Lots, Price } from '@candor/money'
import {
  accept,
  type CloseReason,
  closingPrice,
  type Decision,
  decidePart,
  decidePlacement,
  type Market,
  type OrderKind,
  type Placement,
  type PlacementAsk,
  type Refused,
  refuse,
  refuseUnavailable,
  type TradableQuote,
  type Unavailable,
} from '@candor/rules'
import type { Clock } from '../clock.ts'
import type { IdempotentAsk } from '../http/handlers.ts'
import type { PriceBoard } from '../markets/board.ts'
import type { ExitTrigger, PositionBook } from './book.ts'
import { Closings } from './closings.ts'
import type { CommittedBalance } from './commit-queue.ts'
import { eventQuotes, openRow, wholeRow } from './decided.ts'
import { type Changes, Edits } from './edits.ts'
import type { CommitOutcome, Effect } from './effect.ts'
import { openFacts, quotesOf } from './event-facts.ts'
import { newPosition } from './new-position.ts'
import { orderOf } from './order-entity.ts'
import { type Account, type Position, setAside } from './position.ts'
import { contractAccounts, openPosting, together } from './postings.ts'
import { remember } from './restore.ts'
import { StopOuts } from './stop-outs.ts'
import { SwapCharges } from './swap-charges.ts'
import type { Valuation } from './valuation.ts'
import { WaitingOrders } from './waiting-orders.ts'

/** Who asks, for the books alone: nothing that fills an order ever sees it (trust T7). */
export interface Asker {
  readonly userId: string
  readonly mode: AccountMode
  readonly key: IdempotentAsk | null
  /** Their own limit that forbids new risk now (11032, trust T17); null or absent: none. */
  readonly ownLimit?: Refused | null
}

/** A decision that was taken and is being written. */
export interface Decided {
  readonly position: Position
  readonly order: ContractOrder
  readonly outcome: Promise<CommitOutcome>
}

/** One decided change of an order, before it is written. */
export interface Charge extends Pick<Effect, 'kind' | 'form' | 'row' | 'posting' | 'quotes'> {
  readonly facts: Effect['event']['facts']
  /** What the account's balance changes by. */
  readonly delta: bigint
  readonly besides?: Effect['besides']
  readonly payer?: Effect['payer']
  readonly undo?: Effect['undo']
}

export type Write = (position: Position, charge: Charge, asker: Asker | null) => Decided

export interface EngineParts {
  readonly board: PriceBoard
  readonly book: PositionBook
  readonly valuation: Valuation
  readonly clock: Clock
  /** Takes a decided effect; answers after its commit. */
  readonly write: (effect: Effect) => Promise<CommitOutcome>
  /** Why an order cannot be filled at this quote now, or placed to wait; null when it can. */
  readonly unavailable: (
    market: Market,
    quote: TradableQuote | null,
    mode: AccountMode,
    kind: OrderKind,
  ) => Unavailable | null
  /** Whether what is watched may be filled on this source (trust T4: real money never on replayed or simulated prices). */
  readonly mayFill: (mode: AccountMode, quote: TradableQuote) => boolean
  /** Whether another market's newest quote is still good enough for a stop-out to close at. */
  readonly isFresh: (quote: TradableQuote) => boolean
  /** An account's equity came down to its used margin (rulebook: margin call at 100 %). */
  readonly onMarginCall: (account: Account, equityMinor: bigint) => void
  /** With a replay all money is in memory, so the funds are decided here and not only by the ledger. */
  readonly decidesFunds: boolean
  readonly newId: () => string
  readonly nextSequence: bigint
  readonly nextTrail: bigint
}

/**
 * Decides at once and in memory; what it decided is written behind it, in order. One engine owns all positions, so of a
 * manual close and a trigger exactly one wins: whoever comes second finds the position gone.
 */
export class ContractEngine {
  private readonly parts: EngineParts
  private readonly swaps: SwapCharges
  private readonly stopOuts: StopOuts
  private readonly closings: Closings
  private readonly waiting: WaitingOrders
  private readonly edits: Edits
  private sequence: bigint
  private trail: bigint

  constructor(parts: EngineParts) {
    this.parts = parts
    this.sequence = parts.nextSequence
    this.trail = parts.nextTrail
    const write: Write = (position, charge, asker) => this.write(position, charge, asker)
    const numbers = { order: () => this.sequence++, trail: () => this.trail++ }
    this.swaps = new SwapCharges(parts, (position, charge) => write(position, charge, null))
    this.closings = new Closings(parts, write, numbers.order)
    this.waiting = new WaitingOrders(parts, write, numbers)
    this.edits = new Edits(parts, write, this.waiting)
    this.stopOuts = new StopOuts(
      parts,
      (position, quote) => this.closings.close(position, quote, 'stopOut', null) !== null,
    )
  }

  /** An order, decided at the newest tradable quote: opened at it, or placed to wait for its level. */
  place(ask: PlacementAsk, market: Market, asker: Asker): Decision<Decided> {
    const { board, valuation } = this.parts
    this.passTime()
    const quote = board.latestTradable(market.code)
    const unavailable = this.parts.unavailable(market, quote, asker.mode, ask.kind)
    const conversion = valuation.conversion(market)
    const decision = decidePlacement(ask, {
      market,
      quote,
      unavailable,
      conversion,
      ownLimit: asker.ownLimit ?? null,
    })
    if (!decision.ok) return decision
    if (quote === null) return refuseUnavailable('stale')
    if (ask.kind !== 'market') return this.waiting.place(ask, decision.value, market, quote, asker)
    const opened = this.opened(ask, decision.value, market, quote, asker)
    return opened === null ? refuse(10011) : accept(this.write(opened.position, opened.charge, asker))
  }

  /** Closes at the newest tradable quote because the customer says so. Somebody else's order is as absent as none. */
  close(id: string, asker: Asker): Decision<Decided> {
    const found = this.closable(id, asker)
    if (!found.ok) return found
    const { position, quote } = found.value
    const closed = this.closings.close(position, quote, 'user', asker)
    return closed === null ? refuseUnavailable('conversion') : accept(closed)
  }

  /** Closes a part of it. */
  closePart(id: string, lots: Lots | null, asker: Asker): Decision<Decided> {
    const position = this.own(id, asker)
    if (position?.status !== 'open') return refuse(11004)
    const part = decidePart(lots, position.lots, position.market)
    if (!part.ok) return part
    const found = this.closable(id, asker)
    return found.ok ? this.closings.closePart(position, lots, found.value.quote, asker) : found
  }

  /**
   * Closes a position and opens the opposite one, as large and at the same leverage, at the same quote: both or neither.
   * The new one has no exits: the old ones lie on its wrong side.
   */
  reverse(id: string, asker: Asker): Decision<Decided> {
    const found = this.closable(id, asker)
    if (!found.ok) return found
    const { position, quote } = found.value
    const { market } = position
    const unavailable = this.parts.unavailable(market, quote, asker.mode, 'market')
    const conversion = this.parts.valuation.conversion(market)
    const ask = oppositeOf(position)
    const decision = decidePlacement(ask, {
      market,
      quote,
      unavailable,
      conversion,
      ownLimit: asker.ownLimit ?? null,
    })
    if (!decision.ok) return decision
    const undoClosing = remember(position, this.parts.book)
    const closing = this.closings.closed(position, quote, 'user')
    if (closing === null) return refuseUnavailable('conversion')
    const opened = this.opened(ask, decision.value, market, quote, asker, closing.delta)
    if (opened === null) {
      undoClosing()
      return refuse(10011)
    }
    return accept(this.write(opened.position, this.asOne(position, closing, opened), asker))
  }

  /** An order that still waits is cancelled. */
  cancel(id: string, asker: Asker): Decision<Decided> {
    this.passTime()
    const position = this.own(id, asker)
    return position?.status === 'pending'
      ? accept(this.waiting.end(position, 'cancel', asker))
      : refuse(11004)
  }

  /** What has to be held before `edit` can move an order to a dearer level; null when nothing has. */
  topUp(id: string, changes: Changes, asker: Asker): Decision<Decided | null> {
    const position = this.own(id, asker)
    return position === null ? refuse(11004) : this.edits.topUp(position, changes)
  }

  /** Changes exits, trailing stop and level; they must lie on their own side of the price now. */
  edit(id: string, changes: Changes, asker: Asker): Decision<Decided> {
    const position = this.own(id, asker)
    return position === null ? refuse(11004) : this.edits.edit(position, changes, asker)
  }

  /**
   * One tradable quote: first exits, then entries, each by order of placing, then stop-outs, account by account in order
   * of appearance. Outside the market's hours nothing fires; a conversion may still have moved, so guards are set anew.
   */
  onQuote(quote: TradableQuote): void {
    const { book, valuation } = this.parts
    this.passTime()
    if (quote.inHours) {
      if (valuation.mark(quote)) book.unblind(quote.code)
      for (const side of ['buy', 'sell'] as const)
        book.trailing(quote.code, side).follow(closingPrice(side, quote))
    }
    this.swaps.chargeOwed()
    const { exits, entries, judged } = this.reached(quote)
    for (const { position, reason } of exits) this.fire(position, reason, quote)
    for (const position of entries) this.waiting.fill(position, quote)
    for (const account of book.unguarded) judged.add(account)
    this.stopOuts.judge(judged, quote)
  }

  /** Whoever stands above 100 % again is told anew at the next crossing; called every second. */
  recallMargins(): void {
    this.stopOuts.recall(this.parts.book.calledAccounts())
  }

  /** Closes all that is open in a market at its last tradable quote: the end of a recording. */
  closeMarket(code: string, reason: CloseReason): void {
    const quote = this.parts.board.latestTradable(code)
    if (quote === null) return
    for (const position of this.parts.book.inOrder()) {
      if (position.market.code === code) this.closings.close(position, quote, reason, null)
    }
  }

  /** Cancels all that waits in a market: the end of a recording. */
  cancelMarket(code: string): void {
    const waiting = [...this.parts.book.waiting.values()].filter(({ market }) => market.code === code)
    for (const position of waiting) this.waiting.end(position, 'cancel', null)
  }

  /** What falls due by the clock alone: ends of waiting orders, and swaps. */
  passTime(): void {
    this.waiting.endDue()
    this.swaps.chargeDue()
  }

  /** Charges every 17:00 New York that has passed; called with each quote and by the timetable. */
  chargeDueSwaps(): void {
    this.swaps.chargeDue()
  }

  /** After a restart: the nights since each order's last charge. */
  catchUpSwaps(): void {
    this.swaps.catchUp(this.parts.book.inOrder())
  }

  /** What the database said: balances as committed, with what is still under way on top. */
  committed(effects: readonly Effect[], balances: readonly CommittedBalance[]): void {
    for (const { account, balanceDelta } of effects) account.inflightMinor -= balanceDelta
    for (const { class: of, owner, asset, balanceMinor } of balances) {
      if (of !== 'customer') continue
      const account = this.parts.book.find(owner, asset === 'DEMO' ? 'demo' : 'real')
      if (account !== null) this.setBalance(account, balanceMinor)
    }
  }

  /** The committed balance of an account, from a commit of ours or somebody else's. */
  setBalance(account: Account, committedMinor: bigint): void {
    const balance = committedMinor + account.inflightMinor
    if (balance === account.balanceMinor) return
    account.balanceMinor = balance
    if (account.positions.size > 0) this.parts.book.unguarded.add(account)
  }

  private own(id: string, asker: Asker): Position | null {
    const { book } = this.parts
    const position = book.positions.get(id) ?? book.waiting.get(id)
    if (position === undefined) return null
    const own = position.account.userId === asker.userId && position.account.mode === asker.mode
    return own ? position : null
  }

  private closable(
    id: string,
    asker: Asker,
  ): Decision<{ readonly position: Position; readonly quote: TradableQuote }> {
    this.passTime()
    const position = this.own(id, asker)
    if (position?.status !== 'open') return refuse(11004)
    const quote = this.parts.board.latestTradable(position.market.code)
    const unavailable = this.parts.unavailable(position.market, quote, asker.mode, 'market')
    // Shortage of the operator's capital stops new risk only: closing takes risk away.
    if (unavailable !== null && unavailable !== 'reserve') return refuseUnavailable(unavailable)
    return quote === null ? refuseUnavailable('stale') : accept({ position, quote })
  }

  /** A market order opens in memory; null when a replay knows that its funds are short. */
  private opened(
    ask: PlacementAsk,
    placement: Placement,
    market: Market,
    quote: TradableQuote,
    asker: Asker,
    closingDelta = 0n,
  ): { readonly position: Position; readonly charge: Charge } | null {
    const { book, board, valuation, newId, clock, decidesFunds } = this.parts
    const account = book.account(asker.userId, asker.mode)
    const cost = placement.marginMinor + placement.commissionMinor
    if (decidesFunds && (account.balanceMinor ?? 0n) + closingDelta - setAside(account) < cost) return null
    const position = newPosition(ask, placement, market, account, {
      id: newId(),
      publicId: newId(),
      sequence: this.sequence++,
      now: clock.now(),
    })
    book.add(position)
    this.waiting.startTrailing(position, quote)
    const quotes = eventQuotes(board, valuation, market, quote)
    const { marginMinor, feeMinor } = position
    const charge: Charge = {
      kind: 'open',
      ...(position.trail === null
        ? { form: 'columns', row: openRow(position) }
        : { form: 'row', row: wholeRow(position) }),
      facts: openFacts(position, feeMinor, quotes),
      posting: openPosting(position.id, contractAccounts(asker.userId, asker.mode), marginMinor, feeMinor),
      payer: 'customer',
      delta: -feeMinor,
      quotes: quotesOf(quotes),
      undo: () => {
        book.remove(position)
        position.status = 'cancelled'
      },
    }
    return { position, charge }
  }

  /** The closing of one position and the opening of another as one effect. */
  private asOne(closed: Position, closing: Charge, { charge }: { readonly charge: Charge }): Charge {
    const at = this.parts.clock.now()
    return {
      ...charge,
      besides: {
        newRows: [],
        changes: [closing.row],
        events: [{ orderId: closed.id, number: closed.events, kind: 'close', at, facts: closing.facts }],
        orders: [orderOf(closed, closed.profitMinor, closed.closePrice)],
      },
      posting:
        closing.posting === null || charge.posting === null
          ? null
          : together(closing.posting, charge.posting),
      delta: closing.delta + charge.delta,
      undo: () => {
        charge.undo?.()
        closing.undo?.()
      },
    }
  }

  private reached(quote: TradableQuote) {
    const exits: ExitTrigger[] = []
    const entries: Position[] = []
    const judged = new Set<Account>()
    this.parts.book.reach(quote, (trigger) => {
      if ('position' in trigger) exits.push(trigger)
      else if ('entry' in trigger) entries.push(trigger.entry)
      else if ('account' in trigger) judged.add(trigger.account)
      else {
        const { stops } = trigger.trail
        for (const position of stops.reached(trigger.trail, closingPrice(stops.direction, quote)))
          exits.push({ position, reason: 'trailing' })
      }
    })
    exits.sort(
      (a, b) => byPlacing(a.position, b.position) || exitRank.indexOf(a.reason) - exitRank.indexOf(b.reason),
    )
    return { exits, entries: entries.sort(byPlacing), judged }
  }

  private fire(position: Position, reason: CloseReason, quote: TradableQuote): void {
    if (position.status !== 'open') return
    const mayFill = this.parts.mayFill(position.account.mode, quote)
    if (mayFill && this.closings.close(position, quote, reason, null) !== null) return
    // What may not be filled now rests on and fires with the next quote beyond its level.
    const { trail } = position
    this.parts.book.armExits(position)
    if (reason === 'trailing' && trail !== null)
      this.parts.book.armTrailing(position, { ...trail, best: trail.group.stops.bestOf(trail) })
  }

  private write(position: Position, decided: Charge, asker: Asker | null): Decided {
    const { account } = position
    account.inflightMinor += decided.delta
    if (account.balanceMinor !== null) account.balanceMinor += decided.delta
    const order = orderOf(position, this.shownProfit(position), this.lastPrice(position))
    const outcome = this.parts.write({
      position,
      account,
      kind: decided.kind,
      form: decided.form,
      row: decided.row,
      event: { kind: decided.kind, at: this.parts.clock.now(), facts: decided.facts },
      eventNumber: position.events,
      besides: decided.besides ?? null,
      posting: decided.posting,
      payer: decided.payer ?? 'house',
      balanceDelta: decided.delta,
      quotes: decided.quotes,
      answer: order,
      ask: asker === null || asker.key === null ? null : { userId: asker.userId, key: asker.key },
      undo: decided.undo ?? null,
    })
    // Nobody waits for what a quote or the clock decided; that the queue stopped is told by itself.
    if (asker === null) outcome.catch(() => undefined)
    return { position, order, outcome }
  }

  private shownProfit(position: Position): bigint | null {
    if (position.status !== 'open') return position.profitMinor
    return this.parts.valuation.profitOf(position)
  }

  private lastPrice(position: Position): Price | null {
    const quote = this.parts.valuation.prices(position.market.code)
    return quote === null ? null : closingPrice(position.direction, quote)
  }
}

/** Of one position reached in two ways by one quote. */
const exitRank: readonly CloseReason[] = ['stopLoss', 'trailing', 'takeProfit']

const byPlacing = (a: Position, b: Position): number =>
  a.sequence === b.sequence ? 0 : a.sequence < b.sequence ? -1 : 1

const oppositeOf = ({ direction, lots, leverage }: Position): PlacementAsk => ({
  direction: direction === 'buy' ? 'sell' : 'buy',
  kind: 'market',
  lots,
  leverage,
  price: null,
  stopLoss: null,
  takeProfit: null,
  trailing: null,
  protected: false,
  quotedPrice: null,
  maxSlippage: null,
  quoteExpired: false,
  expiresAt: null,
})
