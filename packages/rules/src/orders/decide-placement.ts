import type { Exact, Lots, Price } from '@candor/money'
import { accept, type Decision, type Refused, refuse } from '../decision.ts'
import type { Market } from '../markets/market.ts'
import { commissionMinor } from './amounts/commission.ts'
import { marginMinor } from './amounts/margin.ts'
import { closingPrice, type Direction, type OrderKind, openingPrice, type TwoPrices } from './contract.ts'
import { decideEntryPrice, quoteAtEntry } from './levels/pending-entry.ts'
import { decideTrailing } from './levels/trailing.ts'
import { decideExits, decideProtected, type Exits, exitBounds } from './protection.ts'

/** A parsed order request; a price that could not be read is `unreadable`. */
export interface PlacementRequest extends Exits {
  readonly direction: Direction
  readonly kind: OrderKind
  readonly lots: Lots | null
  readonly leverage: number
  readonly protected: boolean
  /** The level of a limit or stop order; null for a market order. */
  readonly price: Price | null
  /** The distance of a trailing stop; null: none. */
  readonly trailing: Price | null
  /** Expiry of an unfilled limit or stop order, epoch ms; null: none. */
  readonly expiresAt: number | null
  /** The price of a preview, and the largest deviation to the worse that the customer accepts; null: no such limit. */
  readonly quotedPrice: Price | null
  readonly maxSlippage: Price | null
  readonly quoteExpired: boolean
}

/** Reason why a market cannot be traded, or an order not be changed now. */
export type Unavailable =
  | 'closed'
  | 'stale'
  | 'halted'
  | 'reserve'
  | 'source'
  | 'country'
  | 'conversion'
  | 'reached'
  | 'closeOnly'

export interface PlacementContext {
  readonly market: Market
  /** The newest tradable quote; null before the first. */
  readonly quote: TwoPrices | null
  /** The customer's own limit that forbids new risk now (`beyondOwnLimit`); null: none. */
  readonly ownLimit?: Refused | null
  /** The account has reached the maximum number of open positions or waiting orders; null: it has not. */
  readonly tooMany?: { readonly most: number } | null
  readonly unavailable: Unavailable | null
  readonly conversion: Exact | null
}

/**
 * Cost of an accepted order, at the current price or at its level; amounts in USDT's smallest unit. The ledger alone
 * decides `insufficientFunds`.
 */
export interface Placement {
  readonly lots: Lots
  readonly openPrice: Price
  readonly marginMinor: bigint
  readonly commissionMinor: bigint
  readonly conversion: Exact
}

/**
 * Decides an order and refuses in the order of the calls page: `lotsInvalid`, `leverageNotOffered`,
 * `triggerPriceInvalid` for the price, `stopLossInvalid`/`takeProfitInvalid`/`protectionRequired` for the exits,
 * `stopLossInvalid` for the trailing stop, `quoteExpired`, `tooManyPositions`, `beyondOwnLimit`, `unavailable` with its
 * reason, `slippageExceeded`. Margin is rounded up, commission half to even. For a limit or stop order both are those
 * of a fill exactly at its level.
 */
export function decidePlacement(request: PlacementRequest, context: PlacementContext): Decision<Placement> {
  const lots = decideLots(request.lots, context.market)
  if (!lots.ok) return lots
  if (!validLeverage(request.leverage, context.market))
    return refuse('leverageNotOffered', { max: context.market.leverageMax })
  const entry = decideEntry(request, context)
  if (!entry.ok) return entry
  const exits = decideRequestedExits(request, context, entry.value)
  if (!exits.ok) return exits
  const closeNow = entry.value && closingPrice(request.direction, entry.value)
  const trailing = decideTrailing(request.trailing, context.market.tickSize, closeNow)
  if (!trailing.ok) return trailing
  if (request.quoteExpired) return refuse('quoteExpired')
  if (context.tooMany) return refuse('tooManyPositions', { most: context.tooMany.most })
  if (context.ownLimit) return context.ownLimit
  return decideAtQuote(request, context, lots.value, entry.value)
}

/** Chooses the quote for an order's figures: the current one, or for a resting order the one that would fill it at its level. */
function decideEntry(
  request: PlacementRequest,
  { quote, market }: PlacementContext,
): Decision<TwoPrices | null> {
  const { kind, direction } = request
  if (kind === 'market') return accept(quote)
  if (request.price === null) return refuse('triggerPriceInvalid')
  if (quote === null) return accept(null)
  const level = decideEntryPrice({ direction, kind, price: request.price }, quote, market.tickSize)
  return level.ok ? accept(quoteAtEntry(direction, level.value, quote)) : level
}

/** Refuses with `lotsInvalid` unless min ≤ lots ≤ max and lots are a whole number of steps. Source: rulebook, Markets. */
export function decideLots(lots: Lots | null, market: Market): Decision<Lots> {
  if (lots !== null && lots >= market.lotMin && lots <= market.lotMax && lots % market.lotStep === 0n)
    return accept(lots)
  return refuse('lotsInvalid')
}

const validLeverage = (leverage: number, market: Market): boolean =>
  Number.isInteger(leverage) && leverage >= 1 && leverage <= market.leverageMax

function decideRequestedExits(
  request: PlacementRequest,
  context: PlacementContext,
  quote: TwoPrices | null,
): Decision<Exits> {
  if (request.protected) {
    const both = decideProtected(request)
    if (!both.ok) return both
  }
  if (quote === null) return accept(request)
  const bounds = exitBounds(
    request.direction,
    closingPrice(request.direction, quote),
    openingPrice(request.direction, quote),
    context.market.tickSize,
  )
  return decideExits(request, bounds)
}

function decideAtQuote(
  request: PlacementRequest,
  context: PlacementContext,
  lots: Lots,
  quote: TwoPrices | null,
): Decision<Placement> {
  const { market, conversion } = context
  if (context.unavailable !== null) return refuseUnavailable(context.unavailable)
  if (quote === null || conversion === null) return refuseUnavailable('stale')
  const openPrice = openingPrice(request.direction, quote)
  if (movedTooFar(request, openPrice)) return refuse('slippageExceeded')
  return accept({
    lots,
    openPrice,
    marginMinor: marginMinor(
      { lots, leverage: request.leverage },
      openPrice,
      market.contractSize,
      conversion,
    ),
    commissionMinor: commissionMinor(lots, openPrice, market, conversion),
    conversion,
  })
}

/** Refuses with `unavailable` and the reason of the calls page. A missing conversion is a missing quote, `stale`. */
export const refuseUnavailable = (reason: Unavailable) =>
  refuse('unavailable', { reason: reason === 'conversion' ? 'stale' : reason })

/** Slippage is symmetric: only a worse price can be refused; a better one goes to the customer (trust T7). */
function movedTooFar(request: PlacementRequest, openPrice: Price): boolean {
  if (request.kind !== 'market' || request.quotedPrice === null || request.maxSlippage === null) return false
  const worse =
    request.direction === 'buy' ? openPrice - request.quotedPrice : request.quotedPrice - openPrice
  return worse > request.maxSlippage
}
