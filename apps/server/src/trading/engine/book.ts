import {
  type AccountMode,
  conversionCodes,
  marginLevelsOf,
  noLevelSum,
  onBoard,
  withShare,
} from '@candor/rules'
import { guardsOf } from '../risk/stop-outs/guard-prices.ts'
import type { Valuation } from '../risk/valuation.ts'
import { OrderLevels } from '../triggers/order-levels.ts'
import { TriggerIndex } from '../triggers/trigger-index.ts'
import { OrdersByMarket } from './orders-by-market.ts'
import { type Account, type Hold, heldMinor, type Leg, type Position } from './position.ts'

const accountKey = (userId: string, mode: AccountMode): string => `${mode} ${userId}`

/**
 * Everything the engine watches, in memory: accounts with positions, the levels of their orders, and the guards at which an account is
 * valued again.
 */
export class PositionBook {
  readonly positions = new Map<string, Position>()
  /** Limit and stop orders that wait for their level. */
  readonly waiting = new Map<string, Position>()
  /** Both of these by market. */
  readonly orders = new OrdersByMarket()
  /** Accounts whose guards no longer fit; the next quote sets them again. */
  readonly unguarded = new Set<Account>()
  /** Accounts at or below the level of their margin call that have received it. */
  readonly called = new Set<Account>()
  /** All customers together, by mode: the exposure that the operator's capital covers. */
  readonly exposed: Readonly<Record<AccountMode, Map<string, Leg>>> = { demo: new Map(), real: new Map() }
  readonly levels = new OrderLevels()
  private readonly accounts = new Map<string, Account>()
  /** Accounts that cannot be valued before a market's first quote. */
  private readonly blind = new Set<Account>()
  /** Orders that wait until a time, by that time. */
  private readonly ends = new TriggerIndex<Position>()
  private appeared = 0

  /** Returns an open or waiting order of this account; null for an unknown order and for another account's. */
  findOwned(id: string, { userId, mode }: Pick<Account, 'userId' | 'mode'>): Position | null {
    const position = this.positions.get(id) ?? this.waiting.get(id)
    const isOwner = position?.account.userId === userId && position.account.mode === mode
    return isOwner ? position : null
  }

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
      callSum: noLevelSum,
      closeOutSum: noLevelSum,
      heldMarginMinor: 0n,
      heldOrderMinor: 0n,
      owedMinor: 0n,
      reservedMinor: 0n,
      outflows: new Set(),
      positions: new Map(),
      changes: 0,
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

  /** Every account that is known, in order of appearance; those that appear meanwhile too. */
  everyAccount(): Iterable<Account> {
    return this.accounts.values()
  }

  /** Notes that an account has received the margin call, or is above its level again. */
  setCalled(account: Account, called: boolean): void {
    const noted: { called: boolean } = account
    noted.called = called
    if (called) this.called.add(account)
    else this.called.delete(account)
  }

  /** A limit or stop order begins to wait. */
  wait(position: Position): void {
    this.waiting.set(position.id, position)
    position.account.waiting.set(position.id, position)
    this.orders.add(position)
    position.account.heldOrderMinor += heldMinor(position)
    this.levels.armEntry(position)
    this.armEnd(position)
  }

  /** Its end by time. */
  armEnd(position: Position): void {
    if (position.expiresAt !== null)
      position.expiryTicket = this.ends.rest('midRises', BigInt(position.expiresAt), position)
  }

  /** Its end by time is due at another moment, epoch ms. */
  putOffEnd(position: Position, until: number): void {
    if (!this.waiting.has(position.id)) return
    if (position.expiryTicket >= 0) this.ends.forget(position.expiryTicket)
    position.expiryTicket = this.ends.rest('midRises', BigInt(until), position)
  }

  /** It waits no longer: filled, cancelled or expired. */
  unwait(position: Position): void {
    if (!this.waiting.delete(position.id)) return
    position.account.waiting.delete(position.id)
    this.orders.remove(position)
    position.account.heldOrderMinor -= heldMinor(position)
    this.levels.disarmEntry(position)
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
    position.account.changes += 1
    this.unguarded.add(position.account)
  }

  /** Returns the orders that waited until `now` or before, the oldest first. */
  endedBy(now: number): Position[] {
    const ended: Position[] = []
    this.ends.reachMid(BigInt(now), (position) => ended.push(position))
    return ended.sort((a, b) => (a.sequence < b.sequence ? -1 : 1))
  }

  /** Open positions, the oldest first. */
  inOrder(): Position[] {
    return [...this.positions.values()].sort((a, b) => (a.sequence < b.sequence ? -1 : 1))
  }

  /** Removes an order's levels from the index, its trailing stop aside; returns a function that restores them. */
  unwatch(position: Position): () => void {
    if (position.status === 'pending') {
      this.levels.disarmEntry(position)
      return () => {
        if (this.waiting.has(position.id)) this.levels.armEntry(position)
      }
    }
    this.levels.disarmExits(position)
    return () => {
      if (this.positions.has(position.id)) this.levels.armExits(position)
    }
  }

  add(position: Position): void {
    const { account } = position
    this.positions.set(position.id, position)
    account.positions.set(position.id, position)
    account.changes += 1
    this.orders.add(position)
    addMargin(account, position, 1n)
    account.heldMarginMinor += heldMinor(position)
    account.owedMinor += position.owedMinor
    weigh(account.legs, position, 1n)
    weigh(this.exposed[account.mode], position, 1n)
    this.levels.armExits(position)
    this.unguarded.add(account)
  }

  remove(position: Position): void {
    const { account } = position
    if (!this.positions.delete(position.id)) return
    account.positions.delete(position.id)
    this.orders.remove(position)
    addMargin(account, position, -1n)
    account.heldMarginMinor -= heldMinor(position)
    account.owedMinor -= position.owedMinor
    weigh(account.legs, position, -1n)
    weigh(this.exposed[account.mode], position, -1n)
    this.levels.disarmExits(position)
    this.levels.disarmTrailing(position)
    if (account.positions.size === 0) this.forget(account)
    else this.unguarded.add(account)
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
      ticket: this.levels.index(code, account.mode).rest(watch, price, { account }),
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

  private dropGuards(account: Account): void {
    for (const { code, ticket } of account.guards) this.levels.index(code, account.mode).forget(ticket)
    account.guards = []
  }

  private forget(account: Account): void {
    this.setCalled(account, false)
    this.dropGuards(account)
    this.unguarded.delete(account)
    this.blind.delete(account)
  }
}

/** Adds a position's margin to the sums of its account, at its own levels (trust T18), or takes it out again. */
function addMargin(account: Account, { market, marginMinor }: Position, sign: 1n | -1n): void {
  const { call, closeOut } = marginLevelsOf(market)
  account.usedMarginMinor += sign * marginMinor
  account.callSum = withShare(account.callSum, marginMinor, call, sign)
  account.closeOutSum = withShare(account.closeOutSum, marginMinor, closeOut, sign)
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
