import { randomUUID } from 'node:crypto'
import { writeScaled } from '@candor/money'
import type { HedgeSide } from '@candor/rules/hedging/decide-hedge.ts'
import { dayMs } from '@candor/rules/time-units.ts'
import {
  NoResponse,
  type OrderReport,
  type PlaceOutcome,
  quantityScale,
  type SymbolTerms,
  type Venue,
  type VenueFill,
  type VenueHealth,
  type VenueListener,
  type VenueOrder,
  type VenuePosition,
  VenueUnavailable,
} from '../../venue.ts'
import { Connection, type Patience, usualPatience } from '../connection.ts'
import { type Field, type FixMessage, writeDate, writeTime } from './fix-message.ts'
import { isStatus, isTrade, isUnknownOrder, toFill, toReport } from './fix-reports.ts'
import { FixSession, type FixSessionOptions } from './fix-session.ts'
import { messageType, tag } from './fix-tags.ts'
import { NotSent } from './outbox.ts'
import { Questions } from './questions.ts'
import { PositionList, TradeList } from './report-lists.ts'

type SessionSettings = Omit<FixSessionOptions, 'now' | 'onMessage' | 'onChange' | 'logonMs' | 'waits'>

export interface FixVenueOptions extends SessionSettings {
  readonly name: string
  /** The account as the venue names it. */
  readonly account: string
  /** Currency of fees that name none. */
  readonly feeCurrency: string
  /** Fields of its own that the venue asks for in each order. */
  readonly orderFields: readonly Field[]
  /** Sizes that the venue takes: FIX 4.4 has no message for them that venues agree on. */
  readonly terms: readonly SymbolTerms[]
  readonly now?: () => number
  readonly patience?: Partial<FixPatience>
}

interface FixPatience extends Patience {
  /** Longest time until both sides are in step after a connection was opened. */
  readonly logonMs: number
}

const sides = { buy: '1', sell: '2' } as const
const atMarket = '1'
const immediateOrCancel = '3'
const duplicateOrder = '6'
const unknownId = '1'

/** A venue that speaks FIX 4.4: one session for orders, their executions, the drop copy and positions. */
export class FixVenue implements Venue {
  readonly name: string
  readonly settlesAfterMs: number
  private readonly options: FixVenueOptions
  private readonly session: FixSession
  private readonly questions: Questions
  private readonly connection: Connection
  private readonly now: () => number

  constructor(options: FixVenueOptions) {
    const { now = Date.now } = options
    const patience: FixPatience = { ...usualPatience, logonMs: 10_000, ...options.patience }
    const { responseMs, settlingMs, logonMs } = patience
    this.options = options
    this.name = options.name
    this.now = now
    this.connection = new Connection(now)
    this.settlesAfterMs = responseMs + settlingMs
    this.session = new FixSession({
      ...options,
      ...{ now, logonMs, waits: patience },
      onMessage: (message) => this.receive(message),
      onChange: (fault) => this.change(fault),
    })
    this.questions = new Questions(this.session, responseMs, now)
  }

  start(listener: VenueListener): void {
    this.connection.listener = listener
    this.session.start()
  }

  async stop(): Promise<void> {
    this.connection.stop()
    await this.session.stop()
    this.questions.fail('the venue is not connected any more')
  }

  health(): VenueHealth {
    return this.connection.health
  }

  /** Sends an order, and waits for its end: what cannot be filled at once expires. */
  async place(order: VenueOrder): Promise<PlaceOutcome> {
    let newest: OrderReport | null = null
    try {
      return await this.questions.ask<PlaceOutcome>({
        type: messageType.newOrderSingle,
        fields: this.orderOf(order),
        read: (message) => {
          if (!isReportOf(message, order.clientId) || isStatus(message)) return undefined
          if (message.get(tag.ordRejReason) === duplicateOrder)
            throw new NoResponse('the venue has the order')
          newest = toReport(message)
          if (newest.state === 'refused') return { kind: 'refused', reason: newest.reason ?? 'refused' }
          return newest.state === 'working' ? undefined : { kind: 'taken', report: newest }
        },
        rejected: (message) => ({ kind: 'refused', reason: rejectionOf(message) }),
        late: () => {
          if (newest === null) throw new NoResponse('no answer to the order')
          return { kind: 'taken', report: newest }
        },
      })
    } catch (error) {
      if (error instanceof NotSent || !(error instanceof VenueUnavailable)) throw error
      return { kind: 'unknown', reason: error.message }
    }
  }

  async find(symbol: string, clientId: string, side: HedgeSide): Promise<OrderReport | null> {
    const id = newId()
    const found = await this.questions.ask<{ readonly report: OrderReport | null }>({
      type: messageType.orderStatusRequest,
      fields: [
        [tag.clOrdId, clientId],
        [tag.ordStatusReqId, id],
        [tag.account, this.options.account],
        [tag.symbol, symbol],
        [tag.side, sides[side]],
      ],
      read: (message) => {
        if (!isReportOf(message, clientId)) return undefined
        // Not every venue repeats the question's id; then it is the report about a state.
        const repeated = message.get(tag.ordStatusReqId)
        const isUnknown = isUnknownOrder(message)
        if (repeated === null ? !isStatus(message) && !isUnknown : repeated !== id) return undefined
        return { report: isUnknown ? null : toReport(message) }
      },
      rejected: (message) => {
        const isUnknown =
          message.type === messageType.businessMessageReject &&
          message.get(tag.businessRejectReason) === unknownId
        if (!isUnknown) throw new VenueUnavailable(rejectionOf(message))
        return { report: null }
      },
    })
    return found.report
  }

  async fillsOf({ symbol, venueOrderId, clientId }: OrderReport): Promise<readonly VenueFill[]> {
    const fills = await this.trades([
      [tag.orderId, venueOrderId],
      [tag.clOrdId, clientId],
      [tag.symbol, symbol],
    ])
    return fills.filter((fill) => fill.clientId === clientId)
  }

  async fillsSince(symbol: string, since: number): Promise<readonly VenueFill[]> {
    // The range is asked for by day as well, and the day of trade may begin in the evening before or end in the one after.
    const until = this.now() + dayMs
    const fills = await this.trades([
      [tag.symbol, symbol],
      [tag.noDates, '2'],
      [tag.tradeDate, writeDate(since - dayMs)],
      [tag.transactTime, writeTime(since)],
      [tag.tradeDate, writeDate(until)],
      [tag.transactTime, writeTime(until)],
    ])
    return fills.filter((fill) => fill.symbol === symbol && fill.at >= since)
  }

  async positions(): Promise<readonly VenuePosition[]> {
    const id = newId()
    const list = new PositionList(id)
    const at = this.now()
    return this.questions.ask({
      type: messageType.requestForPositions,
      fields: [
        [tag.posReqId, id],
        [tag.posReqType, '0'],
        [tag.account, this.options.account],
        [tag.accountType, '1'],
        [tag.clearingBusinessDate, writeDate(at)],
        [tag.transactTime, writeTime(at)],
      ],
      read: (message) => list.read(message),
      rejected: unavailable,
    })
  }

  async terms(symbols: readonly string[]): Promise<readonly SymbolTerms[]> {
    return this.options.terms.filter(({ symbol }) => symbols.includes(symbol))
  }

  private orderOf({ clientId, symbol, side, quantity }: VenueOrder): Field[] {
    return [
      [tag.clOrdId, clientId],
      [tag.account, this.options.account],
      [tag.symbol, symbol],
      [tag.side, sides[side]],
      [tag.transactTime, writeTime(this.now())],
      [tag.orderQty, writeScaled(quantity, quantityScale)],
      [tag.ordType, atMarket],
      [tag.timeInForce, immediateOrCancel],
      ...this.options.orderFields,
    ]
  }

  private trades(criteria: readonly Field[]): Promise<readonly VenueFill[]> {
    const id = newId()
    const list = new TradeList(id, this.options.feeCurrency)
    return this.questions.ask({
      type: messageType.tradeCaptureReportRequest,
      fields: [
        [tag.tradeRequestId, id],
        [tag.tradeRequestType, '1'],
        [tag.subscriptionRequestType, '0'],
        ...criteria,
      ],
      read: (message) => list.read(message),
      rejected: unavailable,
    })
  }

  private receive(message: FixMessage): void {
    this.questions.take(message)
    if (message.type !== messageType.executionReport || isStatus(message)) return
    const { listener } = this.connection
    try {
      if (isTrade(message)) listener?.onFill(toFill(message, this.options.feeCurrency))
      listener?.onOrder(toReport(message))
    } catch (error) {
      if (!(error instanceof VenueUnavailable)) throw error
      // It may have been an execution: begin again, and ask for what was missed.
      this.session.end(error.message)
    }
  }

  private change(fault: string | null): void {
    if (fault !== null) this.questions.fail(fault)
    this.connection.change(fault === null ? null : this.withoutSecret(fault))
  }

  /** Venues give reasons in words of their own, and repeat what they were sent. */
  private withoutSecret(text: string): string {
    const { login } = this.options
    return (login === null ? text : text.replaceAll(login.password, '…')).slice(0, 200)
  }
}

const newId = () => randomUUID().replaceAll('-', '')

const isReportOf = (message: FixMessage, clientId: string) =>
  message.type === messageType.executionReport && message.get(tag.clOrdId) === clientId

const rejectionOf = (message: FixMessage) =>
  `the venue rejected a message ${message.get(tag.text) ?? 'without a reason'}`.slice(0, 200)

function unavailable(message: FixMessage): never {
  throw new VenueUnavailable(rejectionOf(message))
}
