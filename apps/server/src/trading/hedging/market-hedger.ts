import { decideHedge } from '@candor/rules/hedging/decide-hedge.ts'
import type { HedgePosition } from '@candor/rules/hedging/hedge-position.ts'
import type { Database } from '../../platform/database/database.ts'
import { type BookingOutcome, bookFill, type FillBooks } from './book-fill.ts'
import { growingWait } from './growing-wait.ts'
import { type HedgedMarket, quantityOf } from './hedged-market.ts'
import {
  bookedOf,
  moveHedge,
  noteResending,
  type OpenHedge,
  positionOf,
  storeHedge,
} from './hedging-store.ts'
import type { NetExposure } from './net-exposure.ts'
import { type OrderReport, type Venue, type VenueFill, VenueUnavailable } from './venue.ts'

export interface MarketHedgerOptions {
  readonly db: Database
  readonly venue: Venue
  readonly market: HedgedMarket
  readonly books: FillBooks
  readonly exposure: NetExposure
  /** Number of the engine that leads here. */
  readonly fence: bigint
  readonly newClientId: () => string
  readonly now: () => number
  /** Checks whether orders may be sent: nobody stopped it, the venue is connected, and its drop copy agrees. */
  readonly mayHedge: () => boolean
  readonly log: HedgingLog
  /** Shorter waits, for tests. */
  readonly firstWaitMs?: number
}

export interface HedgingLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

const defaultFirstWaitMs = 100
const longestWaitMs = 10_000
/** Attempts in vain from which on the surplus is not counted on the venue. */
const failingFrom = 3
/** An order that did not reach the venue is sent again this long; then the decision is made again. */
const resendForMs = 60_000

/**
 * Keeps a market's position at the venue where the decision wants it: one order at a time, decided again after each. An order is stored before
 * it is sent; one that has not ended is asked for at the venue before anything else, after a crash as after a lost answer.
 */
export class MarketHedger {
  readonly market: HedgedMarket
  private readonly options: MarketHedgerOptions
  private booked: HedgePosition = { lots: 0n, cost: 0n }
  private open: OpenHedge | null = null
  /** The venue's newest word about the open order, unasked. */
  private reported: OrderReport | null = null
  private busy: Promise<void> | null = null
  private isAgain = false
  private attempt = 0
  private retry: NodeJS.Timeout | null = null
  private stopped = false
  private fillsBooked = 0
  /** The moment since which the market has been beyond its limit; null while within it. */
  private beyondSince: number | null = null

  constructor(options: MarketHedgerOptions) {
    this.options = options
    this.market = options.market
  }

  /** Takes over what the database has: the position, and an order that has not ended. */
  async load(open: OpenHedge | null): Promise<void> {
    this.open = open
    const { db, venue } = this.options
    this.booked = await positionOf(db.query, venue.name, this.market.code)
  }

  get position(): HedgePosition {
    return this.booked
  }

  /** Number of executions booked by this process, to see whether there was one in between. */
  get bookings(): number {
    return this.fillsBooked
  }

  get openOrder(): OpenHedge | null {
    return this.open
  }

  /** True while orders are refused or answers missing, and the next attempt waits. */
  get isFailing(): boolean {
    return this.attempt >= failingFrom
  }

  /** Lots of the surplus beyond the limit that are not laid off; zero within it, null while the limit is not known. */
  residual(): bigint | null {
    const limit = this.options.exposure.limit(this.market.code)
    if (limit === null) return null
    const retained = this.options.exposure.net(this.market.code) - this.booked.lots
    const beyond = (retained < 0n ? -retained : retained) - limit
    return beyond > 0n ? beyond : 0n
  }

  /** Milliseconds for which the market has been beyond its limit. */
  residualAgeMs(): number {
    this.observe()
    return this.beyondSince === null ? 0 : this.options.now() - this.beyondSince
  }

  /** Decides again; does nothing while there is nothing to do. */
  wake(): void {
    this.observe()
    if (this.stopped) return
    if (this.busy !== null) {
      this.isAgain = true
      return
    }
    if (this.retry !== null || (this.open === null && this.decision() === null)) return
    this.busy = this.run().finally(() => {
      this.busy = null
      if (this.isAgain) {
        this.isAgain = false
        this.wake()
      }
    })
  }

  /** Books an execution that the venue reported by itself. */
  async receive(fill: VenueFill): Promise<BookingOutcome> {
    const outcome = await this.book(fill)
    if (this.open?.clientId === fill.clientId) this.wake()
    return outcome
  }

  /** Notes the venue's word about an order. */
  hear(report: OrderReport): void {
    if (this.open?.clientId !== report.clientId || report.state === 'working') return
    this.reported = report
    this.wakeNow()
  }

  /** Decides at once, whatever it waited for: the connection is back, or an operator resumed. */
  wakeNow(): void {
    this.attempt = 0
    if (this.retry !== null) clearTimeout(this.retry)
    this.retry = null
    this.wake()
  }

  /** Resolves when nothing is under way any more. */
  async stop(): Promise<void> {
    this.stopped = true
    if (this.retry !== null) clearTimeout(this.retry)
    await this.busy
  }

  private observe(): void {
    const residual = this.residual()
    if (residual === 0n) this.beyondSince = null
    else if (residual !== null) this.beyondSince ??= this.options.now()
  }

  private decision() {
    const { exposure, mayHedge } = this.options
    const { code, steps } = this.market
    const limit = exposure.limit(code)
    if (limit === null || !mayHedge()) return null
    return decideHedge({ net: exposure.net(code), limit, laidOff: this.booked.lots, steps })
  }

  private async run(): Promise<void> {
    try {
      // No cases: one market's orders, each after the last.
      while (!this.stopped && (await this.turn())) this.attempt = 0
    } catch (error) {
      this.putOff(error)
    }
  }

  /** Brings the market forward by one order. Returns false where there is nothing to do now. */
  private async turn(): Promise<boolean> {
    if (this.open !== null) return this.settle(this.open)
    const order = this.decision()
    if (order === null) return false
    const { db, venue, fence, newClientId, now } = this.options
    const { code, symbol } = this.market
    this.open = await storeHedge(db, {
      ...{ clientId: newClientId(), venue: venue.name, fence, code, symbol, ...order },
      ...{ quantity: quantityOf(this.market, order.lots), createdAt: now() },
    })
    return this.send(this.open)
  }

  private async send(open: OpenHedge): Promise<boolean> {
    const outcome = await this.options.venue.place(open)
    if (outcome.kind === 'taken') return this.apply(open, outcome.report)
    if (outcome.kind === 'unknown') throw new VenueUnavailable(outcome.reason)
    await this.end(open, { state: 'refused', executed: 0n, venueOrderId: null, reason: outcome.reason })
    throw new VenueUnavailable(`the venue refused the order: ${outcome.reason}`)
  }

  /** Finds out what became of an order. */
  private async settle(open: OpenHedge): Promise<boolean> {
    const { venue, now, fence, db } = this.options
    const heard = this.reported?.clientId === open.clientId ? this.reported : null
    this.reported = null
    const report = heard ?? (await venue.find(open.symbol, open.clientId, open.side))
    if (report !== null) return this.apply(open, report)
    if (open.state === 'working') throw new VenueUnavailable('the venue does not find an order that it had')
    if (now() <= open.sentAt + venue.settlesAfterMs)
      throw new VenueUnavailable('the order may still reach the venue')
    if (now() > open.createdAt + resendForMs + venue.settlesAfterMs || this.decision()?.side !== open.side) {
      await this.end(open, { state: 'absent', executed: 0n, venueOrderId: null, reason: null })
      return true
    }
    // The same client id: where the venue has the order after all, it refuses the second.
    const sentAt = now()
    await noteResending(db, open.clientId, fence, sentAt)
    this.open = { ...open, sentAt }
    return this.send(this.open)
  }

  /** Books what was executed, then notes the order's end: an order never ends before all of it is in the books. */
  private async apply(open: OpenHedge, report: OrderReport): Promise<boolean> {
    const { db, venue } = this.options
    const isMissing = report.executed > (await bookedOf(db.query, open.clientId))
    // No cases: executions of one order.
    for (const fill of isMissing ? await venue.fillsOf(report) : []) await this.book(fill)
    if (report.state === 'working') {
      await this.move(open, report)
      throw new VenueUnavailable('the order is still working')
    }
    if ((await bookedOf(db.query, open.clientId)) < report.executed)
      throw new VenueUnavailable('executions of the order are not listed yet')
    await this.end(open, report)
    if (report.state !== 'filled') throw new VenueUnavailable(`the order ended early: ${report.reason}`)
    return true
  }

  private async end(open: OpenHedge, change: Change): Promise<void> {
    await this.move(open, change)
    this.open = null
  }

  private async move(open: OpenHedge, { state, executed, venueOrderId, reason }: Change): Promise<void> {
    const { db, now } = this.options
    await moveHedge(db, open.clientId, { state, executed, venueOrderId, reason, at: now() })
    if (state === 'working') this.open = { ...open, state }
  }

  private async book(fill: VenueFill): Promise<BookingOutcome> {
    const { outcome, position } = await bookFill(this.options.books, this.market, fill)
    if (position !== null) this.booked = position
    if (outcome === 'booked') this.fillsBooked += 1
    if (outcome === 'unrated') throw new VenueUnavailable('no rate converts the result of an execution now')
    this.observe()
    return outcome
  }

  /** Tries again later, with growing waits. What is thrown for other reasons than the venue is logged as an error. */
  private putOff(error: unknown): void {
    const { log, firstWaitMs = defaultFirstWaitMs } = this.options
    const details = { market: this.market.code, err: error }
    if (!(error instanceof VenueUnavailable)) log.error(details, 'hedging failed, and tries again')
    else if (this.attempt === 4) log.warn({ ...details, err: error.message }, 'a hedge waits for the venue')
    const waitMs = growingWait(this.attempt, { firstWaitMs, longestWaitMs })
    this.attempt += 1
    if (this.stopped) return
    this.retry = setTimeout(() => {
      this.retry = null
      this.wake()
    }, waitMs)
    this.retry.unref()
  }
}

type Change = Pick<OrderReport, 'reason'> & {
  readonly executed: bigint
  readonly state: OrderReport['state'] | 'absent'
  readonly venueOrderId: string | null
}
