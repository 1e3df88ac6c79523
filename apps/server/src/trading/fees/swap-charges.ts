import { nextRollover } from '@candor/rules'
import type { EngineContext } from '../engine/engine-context.ts'
import type { Account, Position } from '../engine/position.ts'
import type { PendingCommit, PositionChange } from '../engine/position-change.ts'
import type { PositionsInDoubt } from '../engine/positions-in-doubt.ts'
import { contractAccounts } from '../orders/contract-accounts.ts'
import { swapPosting } from '../orders/order-postings.ts'
import { changeRow, clampedDeltaMinor } from '../orders/order-rows.ts'
import type { Walk } from '../quotes/walk.ts'
import { quotesOf, swapDetails } from '../receipts/event-details.ts'
import { LossCover, withCover } from '../risk/loss-cover.ts'
import { LaterNights } from './later-nights.ts'
import { nightCost } from './night-cost.ts'
import { OverdueSwaps } from './overdue-swaps.ts'

/** A night that the ledger refused (the operator's capital cannot pay it) is tried again after this long. */
const retryMs = 60_000

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
  /** Positions whose next night comes after the moment up to which nights are charged now: that of an action under way. */
  private readonly later = new LaterNights()
  /** By account, how many of its positions the present walk or a later one charges. */
  private readonly charging = new Map<Account, number>()
  /** Sequence number of the last account that the night under way has come to; null while none is. */
  private reached: number | null = null
  /** By account in doubt, the positions that are charged after its outcome. */
  private readonly afterDoubt = new Map<Account, Set<Position>>()
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

  /** The night that is due now: every account in order of appearance, its oldest position first; a step a position. */
  night(): Walk {
    const passed = this.due
    this.due = nextRollover(passed)
    this.reached = 0
    return { pending: { has: (account) => this.isAhead(account) }, steps: this.nightSteps(passed) }
  }

  private *nightSteps(passed: number): Generator<void> {
    for (const account of this.context.book.everyAccount()) {
      if (account.positions.size > 0) yield* this.chargeAccount(account, passed)
      this.reached = account.sequence
      this.release(account)
    }
    this.reached = null
  }

  private *chargeAccount({ positions }: Account, passed: number): Generator<void> {
    for (const position of [...positions.values()].sort((a, b) => (a.sequence < b.sequence ? -1 : 1))) {
      this.chargeThrough(position, passed)
      yield
    }
  }

  /** The night under way has still to come to the account, or to the rest of its positions. */
  private isAhead({ sequence }: Account): boolean {
    return this.reached !== null && sequence > this.reached
  }

  /** After a restart: the nights since each position's last charge are owed. */
  catchUp(positions: Iterable<Position>): void {
    for (const position of positions) if (this.owesMore(position)) this.overdue.add(position, 0)
  }

  /** Charges the nights up to a moment that could not be charged before and can be now, account by account; null for none. */
  owedNights(until: number): Walk | null {
    const owing = this.overdue.take(this.context.clock.now())
    for (const { account } of owing) this.count(account, 1)
    return this.walkOf(owing, (position) => this.chargeThrough(position, until))
  }

  /** Charges the next night up to a moment of positions whose last one is in the database now; null for none. */
  followingNights(until: number): Walk | null {
    const owing = [...this.following.splice(0), ...this.later.take(until)]
    return this.walkOf(owing, (position) => this.chargeThrough(position, until, this.waitForLater))
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
    return this.awaited.has(account) || this.charging.has(account) || this.isAhead(account)
  }

  private count(account: Account, by: 1 | -1): void {
    const now = (this.charging.get(account) ?? 0) + by
    if (now === 0) this.charging.delete(account)
    else this.charging.set(account, now)
  }

  /** Lets what waited for the account's nights go on, unless there are more. */
  private release(account: Account): void {
    if (this.doubts.isDeferring && !this.isCharging(account)) this.doubts.actOnDeferred(account)
  }

  private walkOf(owing: readonly Position[], chargeThrough: (position: Position) => void): Walk | null {
    if (owing.length === 0) return null
    const charge = (position: Position) => {
      chargeThrough(position)
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

  /** Charges every night up to a moment; later ones stay owed. */
  private chargeThrough(position: Position, until: number, putOff = this.stayOwed): void {
    if (position.status !== 'open') return
    for (let due = nextRollover(position.swappedThrough); due < this.due; due = nextRollover(due)) {
      const isCharged = due > until ? putOff(position) : !this.follows(position) && this.charge(position, due)
      if (!isCharged) return
    }
  }

  /** Its account waits meanwhile: an exit may have been reached while the night before was written. */
  private readonly waitForLater = (position: Position): false => {
    this.later.add(position)
    this.count(position.account, 1)
    return false
  }

  /** Its next night is charged once an outcome is known. While the position is in doubt, a row would carry a change that may be refused. */
  private follows(position: Position): boolean {
    return this.waitsForNight(position) || (position.inDoubt > 0 && this.waitsForDoubt(position))
  }

  /** It cannot be charged now, and is tried again. */
  private readonly stayOwed = (position: Position): false => {
    this.overdue.add(position, 0)
    return false
  }

  /** False while it cannot be charged. */
  private charge(position: Position, due: number): boolean {
    const night = nightCost(this.context, position, due)
    if (night === null) return this.stayOwed(position)
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
    if (this.cover.mustWait(loss)) return this.stayOwed(position)
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

  /** Its last night is on its way to the database; the next one is charged after it. */
  private waitsForNight(position: Position): boolean {
    const lastNight = this.writing.get(position)
    if (lastNight !== undefined) this.holdBack(position.account, lastNight)
    return lastNight !== undefined
  }

  /**
   * While the account is in doubt a cost waits: the balance may contain a gain that is refused, and the debts of other positions would depend
   * on changes that may be. It is charged after the outcome, before any call of the account.
   */
  private waitsForDoubt(position: Position): boolean {
    const { account } = position
    const waiting = this.afterDoubt.get(account)
    waiting?.add(position)
    const doubt = waiting === undefined ? this.doubts.of(account) : null
    if (doubt !== null) {
      const positions = new Set([position])
      this.afterDoubt.set(account, positions)
      this.holdBack(
        account,
        doubt.then(() => {
          this.afterDoubt.delete(account)
          for (const one of positions) this.follow(one)
        }),
      )
    }
    return waiting !== undefined || doubt !== null
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
      if (done && this.owesMore(position)) this.follow(position)
    }, end)
    this.writing.set(position, known)
    if (this.owesMore(position)) this.holdBack(position.account, known)
  }

  private readonly owesMore = ({ swappedThrough }: Position): boolean =>
    nextRollover(swappedThrough) < this.due

  /** The account's calls and triggers wait until this night is in the database, and then for the next one. */
  private holdBack(account: Account, known: Promise<unknown>): void {
    this.awaited.set(account, known)
    known.finally(() => {
      if (this.awaited.get(account) === known) this.awaited.delete(account)
      this.release(account)
    })
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
