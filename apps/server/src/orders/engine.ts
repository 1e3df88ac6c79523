import type { AccountMode, Order } from '@candor/contract'
import type { Price } from '@candor/money'
import {
  accept,
  type CloseReason,
  closingPrice,
  commissionMinor,
  type Decision,
  decideExits,
  decidePlacement,
  type Exits,
  exitBounds,
  type Market,
  type PlacementAsk,
  profitMinor,
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
import type { CommittedBalance } from './commit-queue.ts'
import { changeRow, clampedDelta, eventQuotes, openRow } from './decided.ts'
import type { CommitOutcome, Effect } from './effect.ts'
import { closeFacts, editFacts, openFacts, quotesOf, termsOf } from './event-facts.ts'
import { newPosition } from './new-position.ts'
import { orderOf } from './order-entity.ts'
import type { Account, Position } from './position.ts'
import { closePosting, contractAccounts, openPosting } from './postings.ts'
import { StopOuts } from './stop-outs.ts'
import { SwapCharges } from './swap-charges.ts'
import type { Valuation } from './valuation.ts'

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
  readonly order: Order
  readonly outcome: Promise<CommitOutcome>
}

/** One decided change of an order, before it is written. */
export interface Charge extends Pick<Effect, 'kind' | 'row' | 'posting' | 'quotes'> {
  readonly facts: Effect['event']['facts']
  /** What the account's balance changes by. */
  readonly delta: bigint
}

export interface EngineParts {
  readonly board: PriceBoard
  readonly book: PositionBook
  readonly valuation: Valuation
  readonly clock: Clock
  /** Takes a decided effect; answers after its commit. */
  readonly write: (effect: Effect) => Promise<CommitOutcome>
  /** Why a market order cannot be filled at this quote now; null when it can. */
  readonly unavailable: (market: Market, quote: TradableQuote | null, mode: AccountMode) => Unavailable | null
  /** Whether what is watched may be filled on this source (trust T4: real money never on replayed or simulated prices). */
  readonly mayFill: (mode: AccountMode, quote: TradableQuote) => boolean
  /** Whether another market's newest quote is still good enough for a stop-out to close at. */
  readonly isFresh: (quote: TradableQuote) => boolean
  /** With a replay all money is in memory, so the funds are decided here and not only by the ledger. */
  readonly decidesFunds: boolean
  readonly newId: () => string
  readonly nextSequence: bigint
}

/**
 * Decides at once and in memory; what it decided is written behind it, in order. One engine owns all positions, so of a
 * manual close and a trigger exactly one wins: whoever comes second finds the position gone.
 */
export class ContractEngine {
  private readonly parts: EngineParts
  private readonly swaps: SwapCharges
  private readonly stopOuts: StopOuts
  private sequence: bigint

  constructor(parts: EngineParts) {
    this.parts = parts
    this.sequence = parts.nextSequence
    this.swaps = new SwapCharges(parts, (position, charge) =>
      this.write(position, { ...charge, asker: null }),
    )
    this.stopOuts = new StopOuts(
      parts,
      (position, quote) => this.closeAt(position, quote, 'stopOut', null) !== null,
    )
  }

  /** A market order, decided at the newest tradable quote. */
  place(ask: PlacementAsk, market: Market, asker: Asker): Decision<Decided> {
    const { board, valuation } = this.parts
    this.chargeDueSwaps()
    const quote = board.latestTradable(market.code)
    const unavailable = this.parts.unavailable(market, quote, asker.mode)
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
    const account = this.parts.book.account(asker.userId, asker.mode)
    const cost = decision.value.marginMinor + decision.value.commissionMinor
    if (this.parts.decidesFunds && (account.balanceMinor ?? 0n) - account.usedMarginMinor < cost)
      return refuse(10011)
    const position = newPosition(ask, decision.value, market, account, {
      id: this.parts.newId(),
      publicId: this.parts.newId(),
      sequence: this.sequence,
      now: this.parts.clock.now(),
    })
    this.sequence += 1n
    this.parts.book.add(position)
    const quotes = eventQuotes(board, valuation, market, quote)
    return accept(
      this.write(position, {
        kind: 'open',
        row: { ...openRow(position), terms: termsOf(market) },
        facts: openFacts(position, quotes),
        posting: openPosting(
          position.id,
          contractAccounts(asker.userId, asker.mode),
          position.marginMinor,
          position.feeMinor,
        ),
        delta: -position.feeMinor,
        quotes: quotesOf(quotes),
        asker,
      }),
    )
  }

  /** Closes at the newest tradable quote because the customer says so. Somebody else's order is as absent as none. */
  close(id: string, asker: Asker): Decision<Decided> {
    this.chargeDueSwaps()
    const position = this.ownOpen(id, asker)
    if (position === null) return refuse(11004)
    const quote = this.parts.board.latestTradable(position.market.code)
    const unavailable = this.parts.unavailable(position.market, quote, asker.mode)
    // Shortage of the operator's capital stops new risk only: closing takes risk away.
    if (unavailable !== null && unavailable !== 'reserve') return refuseUnavailable(unavailable)
    const closed = quote === null ? null : this.closeAt(position, quote, 'user', asker)
    return closed === null ? refuseUnavailable('conversion') : accept(closed)
  }

  /** Changes the exits of an open position; they must lie on their own side of the price now. */
  edit(id: string, exits: Partial<Exits>, asker: Asker): Decision<Decided> {
    const position = this.ownOpen(id, asker)
    if (position === null) return refuse(11004)
    const quote = this.parts.board.latestTradable(position.market.code)
    const wanted: Exits = { stopLoss: position.stopLoss, takeProfit: position.takeProfit, ...exits }
    if (quote !== null) {
      const closeNow = closingPrice(position.direction, quote)
      const bounds = exitBounds(position.direction, closeNow, closeNow, position.market.tickSize)
      // Only what is changed is judged: an exit the price has since come near stays where it was set.
      const decision = decideExits(
        { stopLoss: exits.stopLoss ?? null, takeProfit: exits.takeProfit ?? null },
        bounds,
      )
      if (!decision.ok) return decision
    }
    position.stopLoss = wanted.stopLoss
    position.takeProfit = wanted.takeProfit
    position.events += 1
    this.parts.book.armExits(position)
    return accept(
      this.write(position, {
        kind: 'edit',
        row: changeRow(position),
        facts: editFacts(position),
        posting: null,
        delta: 0n,
        quotes: [],
        asker,
      }),
    )
  }

  /**
   * One tradable quote: first exits by order of opening, then stop-outs, account by account in order of appearance.
   * Outside the market's hours nothing fires; a conversion may still have moved, so guards are set anew.
   */
  onQuote(quote: TradableQuote): void {
    const { book, valuation } = this.parts
    this.chargeDueSwaps()
    if (quote.inHours && valuation.mark(quote)) book.unblind(quote.code)
    this.swaps.chargeOwed()
    const exits: ExitTrigger[] = []
    const judged = new Set<Account>()
    book.reach(quote, (trigger) => {
      if ('position' in trigger) exits.push(trigger)
      else judged.add(trigger.account)
    })
    exits.sort((a, b) => (a.position.sequence < b.position.sequence ? -1 : 1))
    for (const { position, reason } of exits) this.fire(position, reason, quote)
    for (const account of book.unguarded) judged.add(account)
    this.stopOuts.judge(judged, quote)
  }

  /** Closes all that is open in a market at its last tradable quote: the end of a recording. */
  closeMarket(code: string, reason: CloseReason): void {
    const quote = this.parts.board.latestTradable(code)
    if (quote === null) return
    for (const position of this.parts.book.inOrder()) {
      if (position.market.code === code) this.closeAt(position, quote, reason, null)
    }
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

  /** The opening was refused: as if it had never been. */
  undoOpening(position: Position): void {
    this.parts.book.remove(position)
    position.status = 'cancelled'
  }

  /** The operator could not pay the profit: the position stands as before and is watched again. */
  undoClosing(position: Position): void {
    const { closePrice } = position
    if (position.status !== 'closed' || closePrice === null) return
    const commission = this.commissionAt(position, closePrice)
    position.status = 'open'
    position.feeMinor -= commission ?? 0n
    position.closePrice = null
    position.profitMinor = null
    position.closeReason = null
    position.closedAt = null
    position.events -= 1
    this.parts.book.add(position)
  }

  private ownOpen(id: string, asker: Asker): Position | null {
    const position = this.parts.book.positions.get(id)
    if (position === undefined) return null
    const own = position.account.userId === asker.userId && position.account.mode === asker.mode
    return own ? position : null
  }

  private fire(position: Position, reason: CloseReason, quote: TradableQuote): void {
    if (position.status !== 'open') return
    const mayFill = this.parts.mayFill(position.account.mode, quote)
    // What may not be filled now rests on and fires with the next quote beyond its level.
    if (!mayFill || this.closeAt(position, quote, reason, null) === null) this.parts.book.armExits(position)
  }

  private closeAt(
    position: Position,
    quote: TradableQuote,
    reason: CloseReason,
    asker: Asker | null,
  ): Decided | null {
    const { book, board, valuation, clock } = this.parts
    const { market, account } = position
    const conversion = valuation.conversion(market)
    if (conversion === null) return null
    const price = closingPrice(position.direction, quote)
    const profit = profitMinor(position, price, market.contractSize, conversion)
    const commission = commissionMinor(
      position.lots,
      price,
      market.contractSize,
      market.commissionRate,
      conversion,
    )
    book.remove(position)
    position.status = 'closed'
    position.closePrice = price
    position.profitMinor = profit
    position.closeReason = reason
    position.closedAt = clock.now()
    position.feeMinor += commission
    position.events += 1
    const quotes = eventQuotes(board, valuation, market, quote)
    const level = levelOf(position, reason)
    return this.write(position, {
      kind: 'close',
      row: changeRow(position),
      facts: closeFacts(position, { price, profitMinor: profit, commissionMinor: commission, level }, quotes),
      posting: closePosting(position.id, contractAccounts(account.userId, account.mode), profit, commission),
      delta: clampedDelta(account, [profit, -commission]),
      quotes: quotesOf(quotes),
      asker,
    })
  }

  private commissionAt(position: Position, price: Price): bigint | null {
    const { market, lots } = position
    const conversion = this.parts.valuation.conversion(market)
    return conversion && commissionMinor(lots, price, market.contractSize, market.commissionRate, conversion)
  }

  private write(position: Position, decided: Charge & { readonly asker: Asker | null }): Decided {
    const { account } = position
    account.inflightMinor += decided.delta
    if (account.balanceMinor !== null) account.balanceMinor += decided.delta
    const order = orderOf(
      position,
      position.profitMinor ?? this.parts.valuation.profitOf(position),
      this.lastPrice(position),
    )
    const { asker } = decided
    const outcome = this.parts.write({
      position,
      account,
      kind: decided.kind,
      row: decided.row,
      event: { kind: decided.kind, at: this.parts.clock.now(), facts: decided.facts },
      eventNumber: position.events,
      posting: decided.posting,
      balanceDelta: decided.delta,
      quotes: decided.quotes,
      answer: order,
      ask: asker === null || asker.key === null ? null : { userId: asker.userId, key: asker.key },
    })
    return { position, order, outcome }
  }

  private lastPrice(position: Position): Price | null {
    const quote = this.parts.valuation.prices(position.market.code)
    return quote === null ? null : closingPrice(position.direction, quote)
  }
}

function levelOf(position: Position, reason: CloseReason): Price | null {
  if (reason === 'stopLoss') return position.stopLoss
  return reason === 'takeProfit' ? position.takeProfit : null
}
