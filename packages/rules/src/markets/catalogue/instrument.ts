import { lots, price, rate } from '@candor/money'
import type { Market, MarketHours, MarketType, SymbolSource } from '../market.ts'

/** A market that an operator adds: the whole rule set in decimal texts, as it is proposed, stored and published. */
export interface Instrument {
  readonly code: string
  readonly type: MarketType
  readonly name: string
  /** By language; the others show `name`. */
  readonly names: Readonly<Record<string, string>>
  /** Of a pair, its first currency or coin; otherwise the code itself. */
  readonly base: string
  readonly quoteCurrency: string
  readonly digits: number
  readonly tickSize: string
  readonly pipSize: string
  /** Units of the base in one lot. */
  readonly contractSize: number
  readonly lotMin: string
  readonly lotStep: string
  readonly lotMax: string
  readonly leverageMax: number
  readonly commissionRate: string
  readonly spreadAdded: string
  readonly swapLong: string
  readonly swapShort: string
  readonly hours: MarketHours
  readonly symbols: Readonly<Partial<Record<SymbolSource, string>>>
  /** Start of simulated prices: a price, the spread in price and the volatility of a year. */
  readonly simulation: { readonly price: string; readonly spread: string; readonly volatility: number }
}

const idPrefixes: Readonly<Record<MarketType, string>> = { 1: 'fx', 2: 'cr', 3: 'st', 4: 'fu' }
const cryptoQuoteAgeMs = 5_000
const otherQuoteAgeMs = 10_000

/** Makes the market of an instrument. Throws a RangeError for a figure that is no decimal or finer than its unit (`readFigures`). */
export function marketOf(instrument: Instrument): Market {
  const { code, type, name, base, quoteCurrency, digits, leverageMax, hours, symbols, names, simulation } =
    instrument
  return Object.freeze({
    ...{ id: `${idPrefixes[type]}-${code.toLowerCase()}`, code, type, name, base, quoteCurrency, digits },
    tickSize: price(instrument.tickSize),
    pipSize: price(instrument.pipSize),
    contractSize: BigInt(instrument.contractSize),
    lotMin: lots(instrument.lotMin),
    lotStep: lots(instrument.lotStep),
    lotMax: lots(instrument.lotMax),
    leverageMax,
    commissionRate: rate(instrument.commissionRate),
    spreadAdded: price(instrument.spreadAdded),
    swapLong: rate(instrument.swapLong),
    swapShort: rate(instrument.swapShort),
    hours,
    maxQuoteAgeMs: type === 2 ? cryptoQuoteAgeMs : otherQuoteAgeMs,
    added: { symbols, names },
    simulation: {
      price: Number(simulation.price),
      spread: Number(simulation.spread),
      volatility: simulation.volatility,
    },
  })
}
