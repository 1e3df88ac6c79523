import { type Price, parsePrice } from '@candor/money'
import type { Market, SymbolSource } from '@candor/rules'

/** One best bid and ask as an exchange sent it, with the exchange's own name for the market. */
export interface LiveQuote {
  readonly symbol: string
  readonly bid: Price
  readonly ask: Price
  /** The exchange's time, epoch ms; null where it sends none. */
  readonly time: number | null
}

/** Content of one message of an exchange. */
export interface LiveReading {
  readonly quotes: readonly LiveQuote[]
  /** The connection's running number, where the exchange counts its messages one by one. */
  readonly sequence: number | null
  /** Messages to send in response: a subscription after the sign-in, for one. */
  readonly say: readonly string[]
  /** Reason for a refusal, in the exchange's words. */
  readonly refused: string | null
}

export const silentReading: LiveReading = { quotes: [], sequence: null, say: [], refused: null }

/** Protocol of one exchange. Pure: text in, reading out. */
export interface LiveProtocol {
  readonly name: string
  readonly url: string
  /** The platform's code by the exchange's symbol. */
  readonly codes: ReadonlyMap<string, string>
  readonly source: 'live' | 'delayed'
  /** Messages to send when the connection opens. */
  readonly hello: readonly string[]
  /** Message to send periodically, so that both ends know the other is alive; null: websocket pings alone. */
  readonly heartbeat: string | null
  /** Silence after which the connection counts as dead. */
  readonly deadAfterMs: number
  /** The newest quote of a market at most this often; 0: every one. */
  readonly conflateMs: number
  /** Throws nothing: a message that cannot be read is a refusal. */
  read(text: string): LiveReading
}

/** Lists the symbols that added markets have at an exchange, each with the market's code. */
export const addedSymbols = (
  markets: readonly Market[],
  source: SymbolSource,
): (readonly [symbol: string, code: string])[] =>
  markets.flatMap(({ code, added }) => {
    const symbol = added?.symbols[source]
    return symbol === undefined ? [] : [[symbol, code] as const]
  })

/** A JSON object's field, or nothing. */
export type Fields = Readonly<Record<string, unknown>>
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Parses the text as JSON; undefined when it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parses a price sent as text or as a JSON number (whose shortest form is the sent one); null for anything else. */
export function livePrice(value: unknown): Price | null {
  if (typeof value === 'number' && Number.isFinite(value))
    return parsePrice(Math.abs(value) < 1e-6 ? value.toFixed(10) : String(value))
  return typeof value === 'string' ? parsePrice(value) : null
}

/** A quote, when all of its parts are there. */
export function liveQuote(symbol: unknown, bid: unknown, ask: unknown, time: unknown): LiveQuote | null {
  const bidPrice = livePrice(bid)
  const askPrice = livePrice(ask)
  if (typeof symbol !== 'string' || bidPrice === null || askPrice === null) return null
  return { symbol, bid: bidPrice, ask: askPrice, time: liveTime(time) }
}

/** Parses ISO text, or a number of s, ms, µs or ns since 1970, distinguished by its size. */
export function liveTime(value: unknown): number | null {
  if (typeof value === 'string') {
    const ms = Date.parse(value)
    return Number.isNaN(ms) ? null : ms
  }
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return null
  if (value > 1e17) return Math.floor(value / 1e6)
  if (value > 1e14) return Math.floor(value / 1e3)
  return value > 1e11 ? Math.floor(value) : Math.floor(value * 1000)
}

export const present = <T>(value: T | null): value is T => value !== null
