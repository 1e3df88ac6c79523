import type { Price } from '@candor/money'
import {
  type AccountMode,
  type CloseReason,
  closingPrice,
  conversionCodes,
  type Direction,
  decidedBy,
  entryFalls,
  mayDecide,
  onBoard,
  type TradableQuote,
} from '@candor/rules'
import { OrdersByMarket } from './orders-by-market.ts'
import { type Account, type Hold, heldMinor, type Leg, type Position } from './position.ts'
import { guardsOf } from './stop-out-guard.ts'
import { type TrailGroup, TrailStops } from './trail-stops.ts'
import { TriggerIndex, type Watch } from './trigger-index.ts'
import type { Valuation } from './valuation.ts'

/** Entry of the index: an order's exit or entry, a group of trailing stops, or an account's guard. */
export type Trigger =
  | ExitTrigger
  | { readonly entry: Position }
  | { readonly trail: TrailGroup }
  | { readonly account: Account }

export interface ExitTrigger {
  readonly position: Position
  readonly reason: CloseReason
}

/** Trailing stops of one side of a market. */
interface Trail {
  readonly code: string
  readonly mode: AccountMode
  readonly stops: TrailStops
}

const accountKey = (userId: string, mode: AccountMode): string => `${mode} ${userId}`

/**
 * All that is watched, in memory: accounts with positions, their exits and guards in a price-ordered index a market and mode. A quote
 * reaches the indexes of those it may decide about, so nothing of a real account hears a simulated price.
 */
export class PositionBook {
  readonly positions = new Map<string, Position>()
  /** Limit and stop orders that wait for their level. */
  readonly waiting = new Map<string, Position>()
  /** Both of these by market. */
  readonly orders = new OrdersByMarket()
  /** Accounts whose guards no longer fit; the next quote sets them again. */
  readonly unguarded = new Set<Account>()
  /** All customers together, by mode: the exposure that the operator's capital covers. */
  readonly exposed: Readonly<Record<AccountMode, Map<string, Leg>>> = { demo: new Map(), real: new Map() }
  private readonly accounts = new Map<string, Account>()
  private readonly indexes: Readonly<Record<AccountMode, Map<string, TriggerIndex<Trigger>>>> = {
    demo: new Map(),
    real: new Map(),
  }
  /** Accounts that wait for a market's first quote before they can be judged. */
  private readonly blind = new Set<Account>()
  /** By market. */
  private readonly trails = new Map<string, Trail[]>()
  /** Orders that wait until a time, by that time. */
  private readonly ends = new TriggerIndex<Position>()
  private appeared = 0

  account(userId: string, mode: AccountMode): Account {
    const key = accountKey(userId, mode)
    const known = this.accounts.get(key)
    if (known !== undefined) return known
    const account: Account = {
      userId,
      mode,
      sequence: ++this.appeared,
      balanceMinor: null,
      inflightMinor: 0n,
      heldOtherMinor: 0n,
      version: -1n,
      writing: 0,
      usedMarginMinor: 0n,
      heldMarginMinor: 0n,
      heldOrderMinor: 0n,
      owedMinor: 0n,
      reservedMinor: 0n,
      outflows: new Set(),
      positions: new Map(),
      waiting: new Map(),
      legs: new Map(),
      guards: [],
      called: false,
    }
    this.accounts.set(key, account)
    return account
  }

  find(userId: string, mode: AccountMode): Account | null {
    return this.accounts.get(accountKey(userId, mode)) ?? null
  }

  index(code: string, mode: AccountMode): TriggerIndex<Trigger> {
    const known = this.indexes[mode].get(code)
    if (known !== undefined) return known
    const index = new TriggerIndex<Trigger>()
    this.indexes[mode].set(code, index)
    return index
  }

  /** Every account that is known, in order of appearance; those that appear meanwhile too. */
  everyAccount(): Iterable<Account> {
    return this.accounts.values()
  }

  /** Iterates over the accounts that have received a margin call. */
  *calledAccounts(): Iterable<Account> {
    for (const account of this.accounts.values()) if (account.called) yield account
  }

  /** Trailing stops of one side of a market, of accounts of one mode. */
  trailing(code: string, direction: Direction, mode: AccountMode): TrailStops {
    const trails = this.trails.get(code) ?? []
    const known = trails.find((trail) => trail.mode === mode && trail.stops.direction === direction)
    if (known !== undefined) return known.stops
    const stops = new TrailStops(direction, this.index(code, mode))
    this.trails.set(code, [...trails, { code, mode, stops }])
    return stops
  }

  /** A quote in hours moves the trailing stops of those it may decide about. */
  follow(quote: TradableQuote): void {
    for (const { mode, stops } of this.trails.get(quote.code) ?? [])
      if (mayDecide(mode, quote)) stops.follow(closingPrice(stops.direction, quote))
  }

  /** Every side of a market that has had trailing stops. */
  allTrailing(): Iterable<Trail> {
    return [...this.trails.values()].flat()
  }

  /** A limit or stop order begins to wait. */
  wait(position: Position): void {
    this.waiting.set(position.id, position)
    position.account.waiting.set(position.id, position)
    this.orders.add(position)
    position.account.heldOrderMinor += heldMinor(position)
    this.armEntry(position)
    this.armEnd(position)
  }

  /** Its end by time. */
  armEnd(position: Position): void {
    if (position.expiresAt !== null)
      position.expiryTicket = this.ends.rest('midRises', BigInt(position.expiresAt), position)
  }

  /** It waits no longer: filled, cancelled or expired. */
  unwait(position: Position): void {
    if (!this.waiting.delete(position.id)) return
    position.account.waiting.delete(position.id)
    this.orders.remove(position)
    position.account.heldOrderMinor -= heldMinor(position)
    this.disarmEntry(position)
    if (position.expiryTicket >= 0) this.ends.forget(position.expiryTicket)
    position.expiryTicket = -1
  }

  /** More is set aside for an order that waits. */
  setHolds(position: Position, holds: readonly Hold[]): void {
    const waits = this.waiting.has(position.id)
    if (waits) position.account.heldOrderMinor -= heldMinor(position)
    position.holds = holds
    if (waits) position.account.heldOrderMinor += heldMinor(position)
  }

  /** An open position owes so much in all. */
  setOwed(position: Position, minor: bigint): void {
    if (this.positions.has(position.id)) position.account.owedMinor += minor - position.owedMinor
    position.owedMinor = minor
    this.unguarded.add(position.account)
  }

  /** Watches an order's entry: a buy by the price it would open at, the ask, and a sell by the bid. */
  armEntry(position: Position): void {
    this.disarmEntry(position)
    if (position.price === null || position.kind === 'market') return
    const falls = entryFalls(position.direction, position.kind)
    const side = position.direction
    const watch: Watch = `${side}${falls ? 'Falls' : 'Rises'}`
    position.entryTicket = this.indexOf(position).rest(
      watch,
      onBoard(position.market, side, position.price),
      { entry: position },
    )
  }

  /** Returns the orders that waited until `now` or before, the oldest first. */
  endedBy(now: number): Position[] {
    const ended: Position[] = []
    this.ends.reachMid(BigInt(now), (position) => ended.push(position))
    return ended.sort((a, b) => (a.sequence < b.sequence ? -1 : 1))
  }

  /** Sets a position's trailing stop at the price a close would get now. */
  armTrailing(position: Position, named: { number: bigint; from: Price; best: Price }): void {
    this.disarmTrailing(position)
    if (position.trailing === null) return
    const stops = this.trailing(position.market.code, position.direction, position.account.mode)
    position.trail = stops.set(position, position.trailing, named)
  }

  disarmTrailing(position: Position): void {
    if (position.trail !== null) position.trail.group.stops.forget(position.trail)
    position.trail = null
  }

  /** Open positions, the oldest first. */
  inOrder(): Position[] {
    return [...this.positions.values()].sort((a, b) => (a.sequence < b.sequence ? -1 : 1))
  }

  /** Takes an order's levels out of the index; gives what puts them back. */
  unwatch(position: Position): () => void {
    if (position.status === 'pending') {
      this.disarmEntry(position)
      return () => {
        if (this.waiting.has(position.id)) this.armEntry(position)
      }
    }
    const { trail } = position
    const named = trail === null ? null : { ...trail, best: trail.group.stops.bestOf(trail) }
    this.disarmExits(position)
    this.disarmTrailing(position)
    return () => {
      if (!this.positions.has(position.id)) return
      this.armExits(position)
      if (named !== null) this.armTrailing(position, named)
    }
  }

  /** Everything this quote has reached of those it may decide about, taken out of the index; outside the hours only what looks at conversions. */
  reach(quote: TradableQuote, fired: (trigger: Trigger) => void): void {
    for (const mode of decidedBy(quote)) {
      const index = this.indexes[mode].get(quote.code)
      if (quote.inHours) index?.reach(quote, fired)
      else index?.reachMid(quote.mid, fired)
    }
  }

  add(position: Position): void {
    const { account } = position
    this.positions.set(position.id, position)
    account.positions.set(position.id, position)
    this.orders.add(position)
    account.usedMarginMinor += position.marginMinor
    account.heldMarginMinor += heldMinor(position)
    account.owedMinor += position.owedMinor
    weigh(account.legs, position, 1n)
    weigh(this.exposed[account.mode], position, 1n)
    this.armExits(position)
    this.unguarded.add(account)
  }

  remove(position: Position): void {
    const { account } = position
    if (!this.positions.delete(position.id)) return
    account.positions.delete(position.id)
    this.orders.remove(position)
    account.usedMarginMinor -= position.marginMinor
    account.heldMarginMinor -= heldMinor(position)
    account.owedMinor -= position.owedMinor
    weigh(account.legs, position, -1n)
    weigh(this.exposed[account.mode], position, -1n)
    this.disarmExits(position)
    this.disarmTrailing(position)
    if (account.positions.size === 0) this.forget(account)
    else this.unguarded.add(account)
  }

  /** Stop loss looks at the price a close would get, as does take profit (rulebook, Contracts). */
  armExits(position: Position): void {
    this.disarmExits(position)
    const index = this.indexOf(position)
    const buys = position.direction === 'buy'
    const seen = (level: Price) => onBoard(position.market, buys ? 'sell' : 'buy', level)
    if (position.stopLoss !== null)
      position.stopTicket = index.rest(buys ? 'sellFalls' : 'buyRises', seen(position.stopLoss), {
        position,
        reason: 'stopLoss',
      })
    if (position.takeProfit !== null)
      position.targetTicket = index.rest(buys ? 'sellRises' : 'buyFalls', seen(position.takeProfit), {
        position,
        reason: 'takeProfit',
      })
  }

  /** Sets the account's guards for the prices of now; without them it waits for the missing quote. */
  guard(account: Account, valuation: Valuation): void {
    this.unguarded.delete(account)
    this.dropGuards(account)
    if (account.positions.size === 0) return
    const guards = guardsOf(account, valuation.of(account.mode))
    if (guards === null) {
      this.blind.add(account)
      return
    }
    this.blind.delete(account)
    account.guards = guards.map(({ code, watch, price }) => ({
      code,
      ticket: this.index(code, account.mode).rest(watch, price, { account }),
    }))
  }

  /** Rechecks, at a market's first quote for a mode, the accounts that waited for it and those whose conversion it completes. */
  unblind(code: string, mode: AccountMode): void {
    for (const account of this.blind) {
      if (account.mode !== mode) continue
      this.unguarded.add(account)
      this.blind.delete(account)
    }
    for (const account of this.accounts.values())
      for (const { market } of account.legs.values())
        if (conversionCodes(market.quoteCurrency).some((one) => one.code === code))
          this.unguarded.add(account)
  }

  private disarmExits(position: Position): void {
    const index = this.indexOf(position)
    if (position.stopTicket >= 0) index.forget(position.stopTicket)
    if (position.targetTicket >= 0) index.forget(position.targetTicket)
    position.stopTicket = -1
    position.targetTicket = -1
  }

  private disarmEntry(position: Position): void {
    if (position.entryTicket >= 0) this.indexOf(position).forget(position.entryTicket)
    position.entryTicket = -1
  }

  private indexOf({ market, account }: Position): TriggerIndex<Trigger> {
    return this.index(market.code, account.mode)
  }

  private dropGuards(account: Account): void {
    for (const { code, ticket } of account.guards) this.index(code, account.mode).forget(ticket)
    account.guards = []
  }

  private forget(account: Account): void {
    account.called = false
    this.dropGuards(account)
    this.unguarded.delete(account)
    this.blind.delete(account)
  }
}

function weigh(legs: Map<string, Leg>, position: Position, sign: 1n | -1n): void {
  const { market, lots, openPrice, direction } = position
  let leg = legs.get(market.code)
  if (leg === undefined) {
    leg = { market, buyLots: 0n, buyCost: 0n, sellLots: 0n, sellCost: 0n, marginMinor: 0n, count: 0 }
    legs.set(market.code, leg)
  }
  if (direction === 'buy') {
    leg.buyLots += sign * lots
    leg.buyCost += sign * lots * onBoard(market, 'sell', openPrice)
  } else {
    leg.sellLots += sign * lots
    leg.sellCost += sign * lots * onBoard(market, 'buy', openPrice)
  }
  leg.marginMinor += sign * position.marginMinor
  leg.count += Number(sign)
  if (leg.count === 0) legs.delete(market.code)
}
