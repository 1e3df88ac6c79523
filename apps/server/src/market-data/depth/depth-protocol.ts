import type { BookLevel, DepthExchange, MarketTrade } from '@candor/contract'
import { isDecimalText } from '@candor/money'
import type { OrderBook } from './order-book.ts'

export type DepthChannel = 'book' | 'trades'

/** A change of a book, or all of it. A level without volume is gone. */
export interface BookChange {
  readonly symbol: string
  /** True: the whole book, in place of what is known of it. */
  readonly whole: boolean
  readonly bids: readonly BookLevel[]
  readonly asks: readonly BookLevel[]
  /** The exchange's time, epoch ms; null where it sends none. */
  readonly time: number | null
  /** The exchange's checksum of the book after this change; null where it sends none. */
  readonly checksum: number | null
}

export interface NewTrade {
  readonly symbol: string
  readonly trade: MarketTrade
}

/** Content of one message of an exchange. */
export interface DepthReading {
  readonly books: readonly BookChange[]
  readonly trades: readonly NewTrade[]
  /** The connection's running number, where the exchange counts its messages one by one. */
  readonly sequence: number | null
  /** A refusal in the exchange's words, with the market it concerns; null: that is unknown. */
  readonly refused: { readonly reason: string; readonly symbol: string | null } | null
}

export const silentReading: DepthReading = { books: [], trades: [], sequence: null, refused: null }

/** Reads and requests order books and trades as one exchange sends them. Pure: text in, reading out. */
export interface DepthProtocol {
  readonly exchange: DepthExchange
  readonly url: string
  /** The platform's code by the exchange's symbol. */
  readonly codes: ReadonlyMap<string, string>
  /** Messages to send when the connection opens, before any market's. */
  readonly hello: readonly string[]
  /** Messages that subscribe to channels of markets, or end that. */
  request(
    method: 'subscribe' | 'unsubscribe',
    channels: readonly DepthChannel[],
    symbols: readonly string[],
  ): readonly string[]
  readonly heartbeat: string | null
  /** Silence after which a book counts as stale, and after which the connection counts as dead. */
  readonly staleAfterMs: number
  readonly deadAfterMs: number
  readonly mostMessageBytes: number
  /** Creates an empty book that is kept as this exchange sends its changes. */
  readonly newBook: () => OrderBook
  /** Computes what the exchange's checksum has to be; null where it sends none. */
  readonly checksumOf: ((book: OrderBook) => number) | null
  /** Throws nothing: a message that cannot be read is a silent one. */
  read(text: string): DepthReading
}

export const everyChannel: readonly DepthChannel[] = ['book', 'trades']

/** Checks a price or a volume that an exchange sent as a text. */
export const isDecimal = (value: unknown): value is string =>
  typeof value === 'string' && isDecimalText(value)
