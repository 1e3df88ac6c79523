import type { IntervalName, Market } from '@candor/rules'
import type { PriceBoard } from '../price-board/price-board.ts'
import { exchangeName, intervalOf, resolutions } from './protocol.ts'
import { UdfError } from './udf-error.ts'

/** Fields of a query as they came: one that is repeated is a list. */
export type RawQuery = Readonly<Record<string, unknown>>

/** Moments in epoch seconds, as the protocol has them; a chart may ask from before 1970. */
const secondsPattern = /^-?\d{1,13}$/
const mostSeconds = 8_640_000_000_000
const longestText = 200
/** Markets of one request for quotes. */
const mostSymbols = 100

/** Reads a text field; undefined without it, or where it is empty. */
export function readText(query: RawQuery, name: string): string | undefined {
  const value = query[name]
  if (value === undefined || value === '') return undefined
  if (typeof value !== 'string') throw new UdfError(400, `${name}: give it once`)
  if (value.length > longestText) throw new UdfError(400, `${name}: too long`)
  return value
}

function readRequired(query: RawQuery, name: string): string {
  const text = readText(query, name)
  if (text === undefined) throw new UdfError(400, `${name}: missing`)
  return text
}

/** Markets that a symbol can name. */
type Listed = Pick<PriceBoard, 'listed'>

/** Finds a market by its symbol, with or without the exchange’s name; null: it is not listed. */
export function findMarket(board: Listed, symbol: string): Market | null {
  const parts = symbol.trim().toUpperCase().split(':')
  const isOurs = parts.length === 1 || (parts.length === 2 && parts[0] === exchangeName.toUpperCase())
  return isOurs ? board.listed(parts.at(-1) ?? '') : null
}

/** Reads the market of a request. */
export function readMarket(board: Listed, query: RawQuery): Market {
  const market = findMarket(board, readRequired(query, 'symbol'))
  if (market === null) throw new UdfError(404, 'unknown_symbol')
  return market
}

/** Reads the symbols of a request for quotes, each once. */
export function readSymbols(query: RawQuery): readonly string[] {
  const value = query.symbols
  if (typeof value !== 'string' || value === '') throw new UdfError(400, 'symbols: missing')
  const symbols = [...new Set(value.split(',').map((one) => one.trim()))]
  if (symbols.length > mostSymbols || value.length > mostSymbols * longestText)
    throw new UdfError(400, `at most ${mostSymbols} at once`)
  return symbols
}

/** Reads a resolution as the interval of our candles. */
export function readInterval(query: RawQuery): IntervalName {
  const text = readRequired(query, 'resolution')
  const interval = Object.hasOwn(intervalOf, text) ? intervalOf[text] : undefined
  if (interval === undefined) throw new UdfError(400, `resolution: one of ${resolutions.join(', ')}`)
  return interval
}

/** Reads a moment, in epoch ms. */
export function readMoment(query: RawQuery, name: 'from' | 'to'): number {
  const text = readRequired(query, name)
  const seconds = secondsPattern.test(text) ? Number(text) : Number.NaN
  if (!(Math.abs(seconds) <= mostSeconds)) throw new UdfError(400, `${name}: epoch seconds`)
  return seconds * 1000
}

/** Reads a count from 1 on; undefined without it. A larger one than `most` is that many. */
export function readCount(query: RawQuery, name: string, most: number): number | undefined {
  const text = readText(query, name)
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text) || Number(text) === 0) throw new UdfError(400, `${name}: a number from 1 on`)
  return Math.min(Number(text), most)
}
