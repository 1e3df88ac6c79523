import type { Exact, Lots, Price } from '@candor/money'
import { accept, type Decision, type Refused, refuse } from '../decision.ts'
import type { Market } from '../markets/market.ts'
import { closingPrice, type Direction, type OrderKind, openingPrice, type TwoPrices } from './contract.ts'
import { commissionMinor, marginMinor } from './formulas.ts'
import { decideEntryPrice, quoteAtEntry } from './pending-entry.ts'
import { decideExits, decideProtected, type Exits, exitBounds } from './protection.ts'
import { decideTrailing } from './trailing.ts'

/** What is asked for, parsed; a price that could not be read stands as `unreadable`. */
export interface PlacementAsk extends Exits {
  readonly direction: Direction
  readonly kind: OrderKind
  readonly lots: Lots | null
  readonly leverage: number
  readonly protected: boolean
  /** The level of a limit or stop order; null for a market order. */
  readonly price: Price | null
  /** The distance of a trailing stop; null: none. */
  readonly trailing: Price | null
  /** When a limit or stop order ends unfilled, epoch ms; null: never. */
  readonly expiresAt: number | null
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
  /** The customer's own limit that forbids new risk now (`beyondOwnLimit`); null: none. */
  readonly ownLimit?: Refused | null
  /** The account has as many open positions, or waiting orders, as it may have; null: it has not. */
  readonly tooMany?: { readonly most: number } | null
  readonly unavailable: Unavailable | null
  readonly conversion: Exact | null
}

/** What an accepted order costs, at the present price or at its level; amounts in USDT's smallest unit. The ledger alone decides `insufficientFunds`. */
export interface Placement {
  readonly lots: Lots
  readonly openPrice: Price
  readonly marginMinor: bigint
  readonly commissionMinor: bigint
  readonly conversion: Exact
}

/**
 * Decides an order, refusing in the order of the calls page: `lotsInvalid` lots, `leverageNotOffered` leverage, `triggerPriceInvalid` price, `stopLossInvalid`/`takeProfitInvalid`/`protectionRequired` exits,
 * `stopLossInvalid` trailing stop, `quoteExpired` quote expired, `tooManyPositions` too many, `beyondOwnLimit` own limit, `unavailable` with its reason, `slippageExceeded` price moved. Margin is rounded up, commission half to
 * even; a limit or stop order's are those of a fill exactly at its level.
 */
export function decidePlacement(ask: PlacementAsk, facts: PlacementFacts): Decision<Placement> {
  const lots = decideLots(ask.lots, facts.market)
  if (!lots.ok) return lots
  if (!validLeverage(ask.leverage, facts.market))
    return refuse('leverageNotOffered', { max: facts.market.leverageMax })
  const entry = decideEntry(ask, facts)
  if (!entry.ok) return entry
  const exits = decideAskedExits(ask, facts, entry.value)
  if (!exits.ok) return exits
  const trailing = decideTrailing(ask.trailing, facts.market.tickSize)
  if (!trailing.ok) return trailing
  if (ask.quoteExpired) return refuse('quoteExpired')
  if (facts.tooMany) return refuse('tooManyPositions', { most: facts.tooMany.most })
  if (facts.ownLimit) return facts.ownLimit
  return decideAtQuote(ask, facts, lots.value, entry.value)
}

/** The quote the order is worked out at: the present one, or for an order that rests the one that would fill it at its level. */
function decideEntry(ask: PlacementAsk, { quote, market }: PlacementFacts): Decision<TwoPrices | null> {
  const { kind, direction } = ask
  if (kind === 'market') return accept(quote)
  if (ask.price === null) return refuse('triggerPriceInvalid')
  if (quote === null) return accept(null)
  const level = decideEntryPrice({ direction, kind, price: ask.price }, quote, market.tickSize)
  return level.ok ? accept(quoteAtEntry(direction, level.value, quote)) : level
}

/** `lotsInvalid` unless min ≤ lots ≤ max and a whole number of steps. Source: rulebook, Markets. */
export function decideLots(lots: Lots | null, market: Market): Decision<Lots> {
  if (lots !== null && lots >= market.lotMin && lots <= market.lotMax && lots % market.lotStep === 0n)
    return accept(lots)
  return refuse('lotsInvalid')
}

const validLeverage = (leverage: number, market: Market): boolean =>
  Number.isInteger(leverage) && leverage >= 1 && leverage <= market.leverageMax

function decideAskedExits(
  ask: PlacementAsk,
  facts: PlacementFacts,
  quote: TwoPrices | null,
): Decision<Exits> {
  if (ask.protected) {
    const both = decideProtected(ask)
    if (!both.ok) return both
  }
  if (quote === null) return accept(ask)
  const bounds = exitBounds(
    ask.direction,
    closingPrice(ask.direction, quote),
    openingPrice(ask.direction, quote),
    facts.market.tickSize,
  )
  return decideExits(ask, bounds)
}

function decideAtQuote(
  ask: PlacementAsk,
  facts: PlacementFacts,
  lots: Lots,
  quote: TwoPrices | null,
): Decision<Placement> {
  const { market, conversion } = facts
  if (facts.unavailable !== null) return refuseUnavailable(facts.unavailable)
  if (quote === null || conversion === null) return refuseUnavailable('stale')
  const openPrice = openingPrice(ask.direction, quote)
  if (movedTooFar(ask, openPrice)) return refuse('slippageExceeded')
  return accept({
    lots,
    openPrice,
    marginMinor: marginMinor(lots, openPrice, market.contractSize, ask.leverage, conversion),
    commissionMinor: commissionMinor(lots, openPrice, market.contractSize, market.commissionRate, conversion),
    conversion,
  })
}

/** `unavailable` with the reason of the calls page; a missing conversion is a missing quote, `stale`. */
export const refuseUnavailable = (reason: Unavailable) =>
  refuse('unavailable', { reason: reason === 'conversion' ? 'stale' : reason })

/** Slippage is symmetric: only a worse price can be refused, a better one is simply given (trust T7). */
function movedTooFar(ask: PlacementAsk, openPrice: Price): boolean {
  if (ask.kind !== 'market' || ask.quotedPrice === null || ask.maxSlippage === null) return false
  const worse = ask.direction === 'buy' ? openPrice - ask.quotedPrice : ask.quotedPrice - openPrice
  return worse > ask.maxSlippage
}
