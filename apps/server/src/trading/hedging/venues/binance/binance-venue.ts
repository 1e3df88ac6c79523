import { writeScaled } from '@candor/money'
import { z } from 'zod'
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
import { AccountStream } from './account-stream.ts'
import {
  listenKeyResponse,
  orderResponse,
  positionResponse,
  type TradeResponse,
  termsResponse,
  toFill,
  tradeResponse,
} from './binance-responses.ts'
import { type ExchangeKeys, ExchangeRefusal, SignedRequests } from './signed-requests.ts'

interface BinancePatience extends Patience {
  /** Age at which the exchange refuses a request instead of carrying it out. */
  readonly receiveWindowMs: number
}

export interface BinanceOptions {
  readonly name: string
  /** `https://fapi.binance.com`. */
  readonly url: string
  /** `wss://fstream.binance.com`. */
  readonly streamUrl: string
  readonly keys: ExchangeKeys
  readonly now?: () => number
  readonly patience?: Partial<BinancePatience>
}

const orderPath = '/fapi/v1/order'
const noSuchOrder = -2013
const duplicateClientId = -4116
const pageOfTrades = 1_000
/** The exchange lists trades of at most a week at a time. */
const weekMs = 7 * 24 * 3_600_000
const mostRemembered = 10_000
const anything = z.unknown()

/** The USDⓈ-margined futures of Binance, and what speaks as they do: REST with signed requests, and a stream of the account's orders. */
export class BinanceVenue implements Venue {
  readonly name: string
  readonly settlesAfterMs: number
  private readonly options: BinanceOptions
  private readonly patience: BinancePatience
  private readonly requests: SignedRequests
  private readonly connection: Connection
  private readonly now: () => number
  /** Client ids by symbol and the exchange's ids, which trades name alone. */
  private readonly clientIds = new Map<string, string>()
  private stream: AccountStream | null = null

  constructor(options: BinanceOptions) {
    this.options = options
    this.name = options.name
    this.now = options.now ?? Date.now
    this.connection = new Connection(this.now)
    this.patience = { ...usualPatience, receiveWindowMs: 5_000, ...options.patience }
    const { responseMs, receiveWindowMs, settlingMs } = this.patience
    const { url, keys } = options
    this.settlesAfterMs = responseMs + receiveWindowMs + settlingMs
    this.requests = new SignedRequests({ url, keys, responseMs, receiveWindowMs, now: this.now })
  }

  start(listener: VenueListener): void {
    this.connection.listener = listener
    this.stream = new AccountStream({
      waits: this.patience,
      openKey: async () => {
        const { listenKey } = await this.requests.signed('POST', '/fapi/v1/listenKey', {}, listenKeyResponse)
        return `${this.options.streamUrl}/ws/${listenKey}`
      },
      extendKey: async () => {
        await this.requests.signed('PUT', '/fapi/v1/listenKey', {}, anything)
      },
      onEvent: ({ report, fill }) => {
        this.remember(report)
        if (fill !== null) listener.onFill(fill)
        listener.onOrder(report)
      },
      onChange: (fault) => this.connection.change(fault),
    })
    this.stream.start()
  }

  async stop(): Promise<void> {
    this.connection.stop()
    this.stream?.stop()
    this.stream = null
  }

  health(): VenueHealth {
    return this.connection.health
  }

  async place(order: VenueOrder): Promise<PlaceOutcome> {
    try {
      const fields = {
        ...{ symbol: order.symbol, side: order.side === 'buy' ? 'BUY' : 'SELL', type: 'MARKET' },
        ...{ quantity: writeScaled(order.quantity, quantityScale), newClientOrderId: order.clientId },
        newOrderRespType: 'RESULT',
      }
      const report = await this.requests.signed('POST', orderPath, fields, orderResponse)
      this.remember(report)
      return report.state === 'refused'
        ? { kind: 'refused', reason: report.reason ?? 'refused' }
        : { kind: 'taken', report }
    } catch (error) {
      if (error instanceof ExchangeRefusal && error.code !== duplicateClientId)
        return { kind: 'refused', reason: error.message }
      // A duplicate was taken before: the question by its client id finds it.
      if (!(error instanceof NoResponse || error instanceof ExchangeRefusal)) throw error
      return { kind: 'unknown', reason: error.message }
    }
  }

  async find(symbol: string, clientId: string): Promise<OrderReport | null> {
    return this.ask({ symbol, origClientOrderId: clientId })
  }

  async fillsOf({ symbol, venueOrderId, clientId }: OrderReport): Promise<readonly VenueFill[]> {
    const trades = await this.trades({ symbol, orderId: venueOrderId, limit: String(pageOfTrades) })
    return trades.map((trade) => toFill(trade, clientId))
  }

  async fillsSince(symbol: string, since: number): Promise<readonly VenueFill[]> {
    const trades = await this.tradesSince(symbol, since)
    const fills: VenueFill[] = []
    for (const trade of trades) fills.push(toFill(trade, await this.clientIdOf(trade)))
    return fills
  }

  async positions(): Promise<readonly VenuePosition[]> {
    return this.refusedAsUnavailable(
      this.requests.signed('GET', '/fapi/v3/positionRisk', {}, z.array(positionResponse)),
    )
  }

  async terms(symbols: readonly string[]): Promise<readonly SymbolTerms[]> {
    const found = await this.requests.open('GET', '/fapi/v1/exchangeInfo', termsResponse(symbols))
    return found.symbols
  }

  /** Reads page by page: by time for the first, and from the newest trade on for those after it. */
  private async tradesSince(symbol: string, since: number): Promise<TradeResponse[]> {
    const trades: TradeResponse[] = []
    const limit = String(pageOfTrades)
    // No cases: pages of one list.
    for (let from = since; from <= this.now(); from += weekMs) {
      let page = await this.trades({
        ...{ symbol, limit, startTime: String(from) },
        endTime: String(from + weekMs - 1),
      })
      trades.push(...page)
      while (page.length === pageOfTrades) {
        const next = BigInt(trades.at(-1)?.id ?? 0) + 1n
        page = await this.trades({ symbol, limit, fromId: next.toString() })
        trades.push(...page)
      }
    }
    const found = new Map(trades.map((trade) => [trade.id, trade]))
    return [...found.values()]
  }

  private trades(fields: Readonly<Record<string, string>>): Promise<TradeResponse[]> {
    return this.refusedAsUnavailable(
      this.requests.signed('GET', '/fapi/v1/userTrades', fields, z.array(tradeResponse)),
    )
  }

  private async clientIdOf({ symbol, orderId }: TradeResponse): Promise<string> {
    const known = this.clientIds.get(`${symbol} ${orderId}`)
    if (known !== undefined) return known
    const report = await this.ask({ symbol, orderId })
    return report?.clientId ?? `order ${orderId}`
  }

  private async ask(fields: { readonly symbol: string; readonly [field: string]: string }) {
    try {
      const report = await this.requests.signed('GET', orderPath, fields, orderResponse)
      this.remember(report)
      return report
    } catch (error) {
      if (error instanceof ExchangeRefusal && error.code === noSuchOrder) return null
      throw error instanceof ExchangeRefusal ? new VenueUnavailable(error.message) : error
    }
  }

  /** A question that the exchange refuses (a key without the right, for example) is one without an answer. */
  private async refusedAsUnavailable<T>(request: Promise<T>): Promise<T> {
    try {
      return await request
    } catch (error) {
      throw error instanceof ExchangeRefusal ? new VenueUnavailable(error.message) : error
    }
  }

  private remember({ symbol, venueOrderId, clientId }: OrderReport): void {
    if (this.clientIds.size > mostRemembered) this.clientIds.clear()
    this.clientIds.set(`${symbol} ${venueOrderId}`, clientId)
  }
}
