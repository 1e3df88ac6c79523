import { writeScaled } from '@candor/money'
import {
  type FillSplit,
  type LocalOrder,
  type LocalTrade,
  type TwoSided,
  VenueAccount,
} from '../../../../cli/local-venue/venue-account.ts'
import { type AcceptorOptions, FixAcceptor } from './fix-acceptor-fixture.ts'
import { type Field, type FixMessage, readTime, writeDate, writeTime } from './fix-message.ts'
import { messageType, tag } from './fix-tags.ts'

// The application of a venue for tests: one account that fills orders at the market, behind a session of FIX.

export interface CounterpartyFaults {
  readonly parts?: FillSplit
  /** Number of times that an execution is reported; 0 loses it. */
  readonly copies?: () => number
  /** Further fields of an execution report. */
  readonly fields?: (trade: LocalTrade) => readonly Field[]
  /** Number of trades and positions that are claimed to follow, less those that do. */
  readonly missing?: number
}

const quantity = (value: bigint) => writeScaled(value, 8)
const states = { NEW: '0', PARTIALLY_FILLED: '1', FILLED: '2', EXPIRED: 'C' } as const

export class FixCounterparty {
  readonly account = new VenueAccount()
  readonly acceptor: FixAcceptor
  faults: CounterpartyFaults = {}
  price: () => TwoSided | null = () => ({ bid: '100', ask: '100' })
  private executions = 0

  constructor(options: Omit<AcceptorOptions, 'onApplication'> = {}) {
    this.acceptor = new FixAcceptor({ ...options, onApplication: (message) => this.carryOut(message) })
  }

  private carryOut(message: FixMessage): void {
    const { type } = message
    if (type === messageType.newOrderSingle) this.place(message)
    else if (type === messageType.orderStatusRequest) this.report(message)
    else if (type === messageType.tradeCaptureReportRequest) this.listTrades(message)
    else if (type === messageType.requestForPositions) this.listPositions(message)
  }

  private place(message: FixMessage): void {
    const [clientOrderId, symbol] = [message.need(tag.clOrdId), message.need(tag.symbol)]
    const side = message.need(tag.side) === '1' ? ('BUY' as const) : ('SELL' as const)
    const ordered = BigInt(Math.round(Number(message.need(tag.orderQty)) * 1e8))
    const price = this.price()
    if (price === null) {
      this.refuse(message, 'no price', '0')
      return
    }
    const request = { clientOrderId, symbol, side, quantity: ordered }
    const placed = this.account.place(request, price, {
      parts: this.faults.parts ?? ((all) => [all]),
      now: Date.now(),
    })
    if (placed === null) this.refuse(message, 'duplicate order', '6')
    else this.reportPlaced(placed.order, placed.trades)
  }

  private reportPlaced(order: LocalOrder, trades: readonly LocalTrade[]): void {
    this.acceptor.send(messageType.executionReport, this.orderFields(order, ['0', '0'], 0n))
    for (const trade of trades)
      for (let copy = this.faults.copies?.() ?? 1; copy > 0; copy -= 1) this.reportTrade(trade)
    if (order.status === 'EXPIRED')
      this.acceptor.send(messageType.executionReport, this.orderFields(order, ['C', 'C'], order.executed))
  }

  /** Reports an execution, again as the same execution. */
  reportTrade(trade: LocalTrade, more: readonly Field[] = []): void {
    const { order, executed } = trade
    const status = executed === order.quantity ? '2' : '1'
    this.acceptor.send(messageType.executionReport, [
      ...more,
      ...this.orderFields(order, ['F', status], executed).filter(([number]) => number !== tag.execId),
      ...(this.faults.fields?.(trade) ?? []),
      ...tradeFields(trade),
    ])
  }

  private refuse(message: FixMessage, text: string, code: string): void {
    this.acceptor.send(messageType.executionReport, [
      [tag.orderId, 'NONE'],
      ...([tag.clOrdId, tag.symbol, tag.side] as const).map((own): Field => [own, message.need(own)]),
      ...this.statusId(message),
      [tag.execId, this.nextExecution()],
      [tag.execType, message.type === messageType.orderStatusRequest ? 'I' : '8'],
      [tag.ordStatus, '8'],
      [tag.ordRejReason, code],
      [tag.cumQty, '0'],
      [tag.text, text],
    ])
  }

  private report(message: FixMessage): void {
    const clientId = message.need(tag.clOrdId)
    const order = this.account.find(message.need(tag.symbol), { clientId })
    if (order === null) this.refuse(message, 'no such order', '5')
    else
      this.acceptor.send(messageType.executionReport, [
        ...this.orderFields(order, ['I', states[order.status]], order.executed),
        ...this.statusId(message),
      ])
  }

  private statusId(message: FixMessage): Field[] {
    const id = message.get(tag.ordStatusReqId)
    return id === null ? [] : [[tag.ordStatusReqId, id]]
  }

  private listTrades(message: FixMessage): void {
    const [clientId, symbol] = [message.get(tag.clOrdId), message.need(tag.symbol)]
    const [from] = message.all(tag.transactTime)
    const since = from === undefined ? 0 : readTime(from)
    const trades = this.account.trades.filter(
      ({ order, time }) =>
        order.symbol === symbol && time >= since && (clientId === null || order.clientOrderId === clientId),
    )
    const id: Field = [tag.tradeRequestId, message.need(tag.tradeRequestId)]
    this.acceptor.send(messageType.tradeCaptureReportRequestAck, [
      id,
      [tag.totNumTradeReports, String(trades.length + (this.faults.missing ?? 0))],
      [tag.tradeRequestResult, '0'],
      [tag.tradeRequestStatus, '0'],
    ])
    for (const [at, trade] of trades.entries())
      this.acceptor.send(messageType.tradeCaptureReport, [
        id,
        [tag.lastRptRequested, at === trades.length - 1 ? 'Y' : 'N'],
        [tag.execType, 'F'],
        [tag.symbol, symbol],
        [tag.tradeDate, writeDate(trade.time)],
        ...(this.faults.fields?.(trade) ?? []),
        ...tradeFields(trade),
        [tag.noSides, '1'],
        [tag.side, sideOf(trade.order)],
        [tag.orderId, String(trade.order.orderId)],
        [tag.clOrdId, trade.order.clientOrderId],
      ])
  }

  private listPositions(message: FixMessage): void {
    const symbols = [...new Set(this.account.orders.map(({ symbol }) => symbol))]
    const id: Field = [tag.posReqId, message.need(tag.posReqId)]
    const total: Field = [tag.totalNumPosReports, String(symbols.length)]
    const result: Field = [tag.posReqResult, symbols.length === 0 ? '2' : '0']
    this.acceptor.send(messageType.requestForPositionsAck, [id, total, result])
    for (const symbol of symbols) {
      const net = this.account.position(symbol)
      this.acceptor.send(messageType.positionReport, [
        ...[id, total, result],
        [tag.symbol, symbol],
        [tag.posType, 'TOT'],
        [tag.longQty, quantity(net > 0n ? net : 0n)],
        [tag.shortQty, quantity(net < 0n ? -net : 0n)],
      ])
    }
  }

  private orderFields(
    order: LocalOrder,
    [type, status]: readonly [string, string],
    executed: bigint,
  ): Field[] {
    return [
      [tag.orderId, String(order.orderId)],
      [tag.clOrdId, order.clientOrderId],
      [tag.execId, this.nextExecution()],
      [tag.execType, type],
      [tag.ordStatus, status],
      [tag.symbol, order.symbol],
      [tag.side, sideOf(order)],
      [tag.cumQty, quantity(executed)],
    ]
  }

  private nextExecution(): string {
    this.executions += 1
    return `x${this.executions}`
  }
}

const sideOf = ({ side }: LocalOrder) => (side === 'BUY' ? '1' : '2')

const tradeFields = ({ id, quantity: size, price, fee, time }: LocalTrade): Field[] => [
  [tag.execId, `t${id}`],
  [tag.lastQty, quantity(size)],
  [tag.lastPx, writeScaled(price, 10)],
  [tag.transactTime, writeTime(time)],
  [tag.commission, writeScaled(fee, 8)],
  [tag.commType, '3'],
  [tag.commCurrency, 'USDT'],
]
