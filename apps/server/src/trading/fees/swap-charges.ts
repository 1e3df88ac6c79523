import { nextRollover, rolloverDate, swapMinor, swapNights, type TradableQuote } from '@candor/rules'
import type { EngineContext } from '../engine/engine-context.ts'
import type { Account, Position } from '../engine/position.ts'
import type { PendingCommit, PositionChange } from '../engine/position-change.ts'
import type { PositionsInDoubt } from '../engine/positions-in-doubt.ts'
import { contractAccounts } from '../orders/contract-accounts.ts'
import { swapPosting } from '../orders/order-postings.ts'
import { changeRow, clampedDeltaMinor, eventQuotes } from '../orders/order-rows.ts'
import type { Walk } from '../quotes/walk.ts'
import { type EventQuotes, quotesOf, swapDetails, termsOf } from '../receipts/event-details.ts'
import { LossCover, withCover } from '../risk/loss-cover.ts'
import { OverdueSwaps } from './overdue-swaps.ts'

/** A night that the ledger refused (the operator's capital cannot pay it) is tried again after this long. */
const retryMs = 60_000

interface Night {
  readonly date: string
  readonly nights: number
  /** As the terms write it. */
  readonly rate: string
  readonly minor: bigint
  /** Null where it is free. */
  readonly quotes: (EventQuotes & { readonly quote: TradableQuote }) | null
}

/**
 * Charges every position once for each 17:00 New York, also across restarts: its row records the last charged night, and the posting is
 * named by its day.
 */
export class SwapCharges {
  private readonly context: EngineContext
  private readonly write: (position: Position, charge: PositionChange) => PendingCommit
  private readonly doubts: PositionsInDoubt
  private due: number
  /** A night's cost closes nothing: what the balance lacks is owed by positions in profit. */
  private readonly cover: LossCover
  private readonly overdue: OverdueSwaps
  /** Positions whose last night is in the database now, with further ones due. */
  private following: Position[] = []
  /** By account, how many of its positions the present walk or the next one charges. */
  private readonly charging = new Map<Account, number>()
  /** Accounts with a night on its way to the database and further ones due: no close may pass a night owed to either side. */
  private readonly awaited = new Map<Account, Promise<unknown>>()
  /** Positions whose last night is not in the database yet: the next one waits for it, so that a refused one can be charged again. */
  private readonly writing = new Map<Position, Promise<unknown>>()

  constructor(
    context: EngineContext,
    write: (position: Position, charge: PositionChange) => PendingCommit,
    doubts: PositionsInDoubt,
  ) {
    this.context = context
    this.write = write
    this.doubts = doubts
    this.cover = new LossCover(context, () => null)
    this.due = nextRollover(context.clock.now())
    this.overdue = new OverdueSwaps(
      (market, mode) =>
        context.board.latestTradable(market.code, mode) !== null &&
        context.valuation.of(mode).conversion(market) !== null,
    )
  }

  /** The time at which the next night is charged, epoch ms. */
  get nextDue(): number {
    return this.due
  }

  /** The night that is due now: every account in order of appearance, its oldest position first. */
  night(): Walk {
    const passed = this.due
    this.due = nextRollover(passed)
    let reached = 0
    const charge = (account: Account) => this.chargeAll(account, passed)
    const { book } = this.context
    function* steps() {
      for (const account of book.everyAccount()) {
        reached = account.sequence
        if (account.positions.size === 0) continue
        charge(account)
        yield
      }
    }
    return { pending: { has: ({ sequence }) => sequence > reached }, steps: steps() }
  }

  private chargeAll({ positions }: Account, through: number): void {
    const inOrder = [...positions.values()].sort((a, b) => (a.sequence < b.sequence ? -1 : 1))
    for (const position of inOrder) this.chargeThrough(position, through)
  }

  /** After a restart: the nights since each position's last charge are owed. */
  catchUp(positions: Iterable<Position>): void {
    for (const position of positions)
      if (nextRollover(position.swappedThrough) < this.due) this.overdue.add(position, 0)
  }

  /** Charges the nights that could not be charged before and can be now, account by account; null for none. */
  owedNights(): Walk | null {
    const owing = this.overdue.take(this.context.clock.now())
    for (const { account } of owing) this.count(account, 1)
    return this.walkOf(owing)
  }

  /** Charges the next night of positions whose last one is in the database now; null for none. */
  followingNights(): Walk | null {
    return this.walkOf(this.following.splice(0))
  }

  /** A night is in the database, or its account is certain, and the next one can be charged. */
  get isFollowing(): boolean {
    return this.following.length > 0
  }

  /** Returns the promise that a call of the account has to wait for, so that no missed night is passed over; null for none. */
  obstacle(account: Account): Promise<unknown> | null {
    return this.awaited.get(account) ?? null
  }

  /** Checks whether the account's next night is charged in the present walk or once it has ended. */
  isFollowed(account: Account): boolean {
    return this.charging.has(account)
  }

  /** Checks whether nights of the account are being charged, one after the other: no close may pass them. */
  isCharging(account: Account): boolean {
    return this.awaited.has(account) || this.charging.has(account)
  }

  private count(account: Account, by: 1 | -1): void {
    const now = (this.charging.get(account) ?? 0) + by
    if (now === 0) this.charging.delete(account)
    else this.charging.set(account, now)
  }

  /** Lets what waited for the account's nights go on, unless there are more. */
  private release(account: Account): void {
    if (!this.isCharging(account)) this.doubts.actOnDeferred(account)
  }

  private walkOf(owing: readonly Position[]): Walk | null {
    if (owing.length === 0) return null
    const charge = (position: Position) => {
      if (position.status === 'open') this.chargeThrough(position, this.due - 1)
      this.count(position.account, -1)
      this.release(position.account)
    }
    function* steps() {
      for (const position of owing) {
        charge(position)
        yield
      }
    }
    return { pending: this.charging, steps: steps() }
  }

  private chargeThrough(position: Position, last: number): void {
    for (let due = nextRollover(position.swappedThrough); due <= last; due = nextRollover(due)) {
      const lastNight = this.writing.get(position)
      // While it is in doubt a row would carry a change that may be refused.
      const waits = lastNight !== undefined || (position.inDoubt > 0 && this.waitsForDoubt(position))
      if (waits || !this.charge(position, due)) {
        this.overdue.add(position, 0)
        if (lastNight !== undefined) this.holdBack(position.account, lastNight)
        return
      }
    }
  }

  /** False while it cannot be charged. */
  private charge(position: Position, due: number): boolean {
    const night = this.nightOf(position, due)
    if (night === null) return false
    const { account } = position
    const { date, minor, quotes } = night
    const posting =
      minor === 0n
        ? null
        : swapPosting(position.id, contractAccounts(account.userId, account.mode), date, minor)
    if (posting === null || quotes === null) {
      position.swappedThrough = due
      return true
    }
    const loss = { position, quote: quotes.quote, costMinor: -minor, ends: false }
    if (this.cover.mustWait(loss)) return false
    if (minor < 0n && this.waitsForDoubt(position)) return false
    const undo = this.undoing(position, minor)
    const cover = this.cover.take(loss)
    position.swappedThrough = due
    position.swapMinor += minor
    position.events += 1
    const deltaMinor = clampedDeltaMinor(account, [minor])
    const charge: PositionChange = {
      kind: 'swap',
      row: changeRow(position),
      details: swapDetails(position, { ...night, mid: quotes.quote.mid }, quotes),
      posting,
      deltaMinor,
      quotes: quotesOf(quotes),
      undo,
      // What the operator has to pay of it may be refused.
      inDoubt: deltaMinor === minor ? [] : [position],
    }
    this.written(position, this.write(position, cover === null ? charge : withCover(charge, cover)))
    this.context.book.unguarded.add(account)
    return true
  }

  /**
   * While the account is in doubt a cost waits: the balance may contain a gain that is refused, and the debts of other positions would depend
   * on changes that may be. It is charged after the outcome, before any call of the account.
   */
  private waitsForDoubt(position: Position): boolean {
    const doubt = this.doubts.of(position.account)
    if (doubt === null) return false
    this.holdBack(
      position.account,
      doubt.then(() => this.follow(position)),
    )
    return true
  }

  private follow(position: Position): void {
    this.following.push(position)
    this.count(position.account, 1)
  }

  /** After it is in the database the nights after it are charged, with the next quote, call or second. */
  private written(position: Position, { outcome }: PendingCommit): void {
    if (this.context.decidesFunds) return
    const end = (): boolean => this.writing.delete(position)
    const known: Promise<unknown> = outcome.then(({ done }) => {
      end()
      if (!done || nextRollover(position.swappedThrough) >= this.due) return
      this.follow(position)
    }, end)
    this.writing.set(position, known)
    if (nextRollover(position.swappedThrough) < this.due) this.holdBack(position.account, known)
  }

  /** The account's calls and triggers wait until this night is in the database, and then for the next one. */
  private holdBack(account: Account, known: Promise<unknown>): void {
    this.awaited.set(account, known)
    known.finally(() => {
      if (this.awaited.get(account) === known) this.awaited.delete(account)
      this.release(account)
    })
  }

  /** Computes the cost of the night; null while there is no price to charge it at. */
  private nightOf(position: Position, due: number): Night | null {
    const { board } = this.context
    const { market, account } = position
    const valuation = this.context.valuation.of(account.mode)
    const nights = swapNights(market, due)
    const rate = position.direction === 'buy' ? market.swapLong : market.swapShort
    const terms = termsOf(market)
    const night = {
      date: rolloverDate(due),
      nights,
      rate: position.direction === 'buy' ? terms.swapLong : terms.swapShort,
    }
    if (nights === 0 || rate === 0n) return { ...night, minor: 0n, quotes: null }
    const quote = board.latestTradable(market.code, account.mode)
    const conversion = valuation.conversion(market)
    if (quote === null || conversion === null) return null
    const swap = { contractSize: market.contractSize, rate, nights }
    const minor = swapMinor(position.lots, quote.mid, swap, conversion)
    return { ...night, minor, quotes: { ...eventQuotes(board, valuation, market, quote), quote } }
  }

  private undoing(position: Position, minor: bigint): () => void {
    const { swappedThrough } = position
    return () => {
      position.swapMinor -= minor
      position.events -= 1
      position.swappedThrough = swappedThrough
      this.context.book.unguarded.add(position.account)
      this.overdue.add(position, this.context.clock.now() + retryMs)
    }
  }
}
