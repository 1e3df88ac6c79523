import { type Quantity, type VenueFill, type VenuePosition, VenueUnavailable } from '../../venue.ts'
import type { FixMessage } from './fix-message.ts'
import { toFill, toPosition } from './fix-reports.ts'
import { messageType, tag } from './fix-tags.ts'

// Answers that consist of several messages. An answer of which a message is missing is none.

const accepted = '0'

/** The trades that answer one request: an acknowledgement, and a report for each, in either order. */
export class TradeList {
  private readonly id: string
  private readonly feeCurrency: string
  /** By the venue's id of the report, which a correction or cancellation names. */
  private readonly fills = new Map<string, VenueFill | null>()
  private reports = 0
  private total: number | null = null
  private hasLast = false
  private isCompleted = false

  constructor(id: string, feeCurrency: string) {
    this.id = id
    this.feeCurrency = feeCurrency
  }

  /** Returns the trades once all are there. */
  read(message: FixMessage): readonly VenueFill[] | undefined {
    if (message.get(tag.tradeRequestId) !== this.id) return undefined
    if (message.type === messageType.tradeCaptureReportRequestAck) this.acknowledge(message)
    else if (message.type === messageType.tradeCaptureReport) this.add(message)
    else return undefined
    const count = message.number(tag.totNumTradeReports)
    if (count !== null) this.total = count
    return this.result()
  }

  private acknowledge(message: FixMessage): void {
    const result = message.get(tag.tradeRequestResult) ?? accepted
    if (result !== accepted)
      throw new VenueUnavailable(`the venue does not list trades: TradeRequestResult ${result}`)
    if (message.get(tag.tradeRequestStatus) === '1') this.isCompleted = true
  }

  private add(message: FixMessage): void {
    this.reports += 1
    if (message.is(tag.lastRptRequested)) this.hasLast = true
    const sides = message.number(tag.noSides) ?? 1
    if (sides !== 1) throw new VenueUnavailable('a trade is listed with more than our side')
    const id = message.need(tag.execId)
    const fill = toFill(message, this.feeCurrency)
    const key = `${fill.clientId} ${id}`
    if (isCancelled(message)) this.fills.set(key, null)
    // A cancellation may be listed before what it cancels.
    else if (this.fills.get(key) !== null) this.fills.set(key, fill)
  }

  /** The number of reports counts where the venue gives it; its word that this is the last, where it does not. */
  private result(): readonly VenueFill[] | undefined {
    if (this.total !== null && this.reports < this.total) {
      if (!this.hasLast) return undefined
      throw new VenueUnavailable(`the venue listed ${this.reports} of ${this.total} trades`)
    }
    if (this.total === null && !this.hasLast && !this.isCompleted) return undefined
    return [...this.fills.values()].filter((fill) => fill !== null)
  }
}

const isCancelled = (message: FixMessage) =>
  message.get(tag.tradeReportTransType) === '1' || message.get(tag.execType) === 'H'

const valid = '0'
const noPositions = '2'

/** The positions that answer one request. A venue may report several for one symbol. */
export class PositionList {
  private readonly id: string
  private readonly sums = new Map<string, bigint>()
  private reports = 0
  private total: number | null = null

  constructor(id: string) {
    this.id = id
  }

  /** Returns the positions once all are there. */
  read(message: FixMessage): readonly VenuePosition[] | undefined {
    if (message.get(tag.posReqId) !== this.id) return undefined
    const isReport = message.type === messageType.positionReport
    if (!isReport && message.type !== messageType.requestForPositionsAck) return undefined
    const result = message.get(tag.posReqResult) ?? valid
    if (result === noPositions) return []
    if (result !== valid) throw new VenueUnavailable(`the venue lists no positions: PosReqResult ${result}`)
    this.total = message.number(tag.totalNumPosReports) ?? this.total
    if (isReport) this.add(message)
    if (this.total === null || this.reports < this.total) return undefined
    return [...this.sums].map(([symbol, quantity]) => ({ symbol, quantity: quantity as Quantity }))
  }

  private add(message: FixMessage): void {
    this.reports += 1
    const { symbol, quantity } = toPosition(message)
    this.sums.set(symbol, (this.sums.get(symbol) ?? 0n) + quantity)
  }
}
