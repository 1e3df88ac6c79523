import type { Exact, Lots, Price } from '@candor/money'
import { accept, type Decision, type Refused, refuse } from '../decision.ts'
import type { Market } from '../markets/market.ts'
import { closingPrice, type Direction, type OrderKind, openingPrice, type TwoPrices } from './contract.ts'
import { commissionMinor, marginMinor } from './formulas.ts'
import { decideExits, decideProtected, type Exits, exitBounds } from './protection.ts'

/** What is asked for, parsed; a price that could not be read stands as `unreadable`. */
export interface PlacementAsk extends Exits {
  readonly direction: Direction
  readonly kind: OrderKind
  readonly lots: Lots | null
  readonly leverage: number
  readonly protected: boolean
  /** The price a preview promised, and the furthest the fill may be worse than it; null: no such promise. */
  readonly quotedPrice: Price | null
  readonly maxSlippage: Price | null
  readonly quoteExpired: boolean
}

/** Why a market cannot be traded this moment; null when it can. */
export type Unavailable = 'closed' | 'stale' | 'halted' | 'reserve' | 'source' | 'country' | 'conversion'

export interface PlacementFacts {
  readonly market: Market
  /** The newest tradable quote; null before the first. */
  readonly quote: TwoPrices | null
  /** The customer's own limit that forbids new risk now (11032); null: none. */
  readonly ownLimit?: Refused | null
  readonly unavailable: Unavailable | null
  readonly conversion: Exact | null
}

/** What an accepted order costs; amounts in USDT's smallest unit. The ledger alone decides 10011. */
export interface Placement {
  readonly lots: Lots
  readonly openPrice: Price
  readonly marginMinor: bigint
  readonly commissionMinor: bigint
  readonly conversion: Exact
}

/**
 * Decides a market order, refusing in the order of the calls page: 11044 lots, 11045 leverage, 11040/11041/11042 exits,
 * 11048 quote expired, 11032 own limit, 10015 with its reason, 11043 price moved. Margin is rounded up, commission half to even.
 */
export function decidePlacement(ask: PlacementAsk, facts: PlacementFacts): Decision<Placement> {
  const lots = decideLots(ask.lots, facts.market)
  if (!lots.ok) return lots
  if (!validLeverage(ask.leverage, facts.market)) return refuse(11045, { max: facts.market.leverageMax })
  const exits = decideAskedExits(ask, facts)
  if (!exits.ok) return exits
  if (ask.quoteExpired) return refuse(11048)
  if (facts.ownLimit) return facts.ownLimit
  return decideAtQuote(ask, facts, lots.value)
}

/** 11044 unless min ≤ lots ≤ max and a whole number of steps. Source: rulebook, Markets. */
export function decideLots(lots: Lots | null, market: Market): Decision<Lots> {
  if (lots !== null && lots >= market.lotMin && lots <= market.lotMax && lots % market.lotStep === 0n)
    return accept(lots)
  return refuse(11044)
}

const validLeverage = (leverage: number, market: Market): boolean =>
  Number.isInteger(leverage) && leverage >= 1 && leverage <= market.leverageMax

function decideAskedExits(ask: PlacementAsk, facts: PlacementFacts): Decision<Exits> {
  if (ask.protected) {
    const both = decideProtected(ask)
    if (!both.ok) return both
  }
  if (facts.quote === null) return accept(ask)
  const bounds = exitBounds(
    ask.direction,
    closingPrice(ask.direction, facts.quote),
    openingPrice(ask.direction, facts.quote),
    facts.market.tickSize,
  )
  return decideExits(ask, bounds)
}

function decideAtQuote(ask: PlacementAsk, facts: PlacementFacts, lots: Lots): Decision<Placement> {
  const { market, quote, conversion } = facts
  if (facts.unavailable !== null) return refuseUnavailable(facts.unavailable)
  if (quote === null || conversion === null) return refuseUnavailable('stale')
  const openPrice = openingPrice(ask.direction, quote)
  if (movedTooFar(ask, openPrice)) return refuse(11043)
  return accept({
    lots,
    openPrice,
    marginMinor: marginMinor(lots, openPrice, market.contractSize, ask.leverage, conversion),
    commissionMinor: commissionMinor(lots, openPrice, market.contractSize, market.commissionRate, conversion),
    conversion,
  })
}

/** 10015 with the reason of the calls page; a missing conversion is a missing quote, `stale`. */
export const refuseUnavailable = (reason: Unavailable) =>
  refuse(10015, { reason: reason === 'conversion' ? 'stale' : reason })

/** Slippage is symmetric: only a worse price can be refused, a better one is simply given (trust T7). */
function movedTooFar(ask: PlacementAsk, openPrice: Price): boolean {
  if (ask.quotedPrice === null || ask.maxSlippage === null) return false
  const worse = ask.direction === 'buy' ? openPrice - ask.quotedPrice : ask.quotedPrice - openPrice
  return worse > ask.maxSlippage
}
