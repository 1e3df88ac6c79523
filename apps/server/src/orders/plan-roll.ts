import { type Price, writePrice } from '@candor/money'
import {
  closingPrice,
  type MarketAction,
  openingPrice,
  rollShift,
  shifted,
  type TradableQuote,
} from '@candor/rules'
import { actionFacts, quotesOfAction } from './action-facts.ts'
import { type Adjustment, type LastPrices, ordersIn } from './adjusting.ts'
import type { EngineParts } from './engine-parts.ts'
import type { Position } from './position.ts'

type Roll = Extract<MarketAction, { kind: 'roll' }>

/** The last price of the old contract, and the first quote of the new one. */
export interface RollPrices {
  readonly last: LastPrices
  readonly first: TradableQuote
}

function planOne(
  parts: EngineParts,
  position: Position,
  action: Roll,
  { last, first }: RollPrices,
): Adjustment {
  const { market, direction, trail } = position
  const shift = rollShift(direction, last, first)
  const move = (price: Price, by: bigint) => shifted(price, by, market.tickSize)
  const exit = (level: Price | null) => (level === null ? null : move(level, shift))
  const entryShift = openingPrice(direction, first) - openingPrice(direction, last)
  const price =
    position.price === null || position.status === 'open' ? position.price : move(position.price, entryShift)
  const openPrice =
    position.status === 'open' ? move(position.openPrice, shift) : (price ?? position.openPrice)
  return {
    position,
    change: {
      openPrice,
      price,
      stopLoss: exit(position.stopLoss),
      takeProfit: exit(position.takeProfit),
      ...(trail !== null && { best: move(trail.group.stops.bestOf(trail), shift) }),
    },
    facts: {
      ...actionFacts(parts, market, first),
      from: action.from,
      to: action.to,
      lastClose: writePrice(closingPrice(direction, last)),
      price: writePrice(closingPrice(direction, first)),
      spreadAdded: writePrice(market.spreadAdded),
      openPriceBefore: writePrice(position.openPrice),
      openPrice: writePrice(openPrice),
    },
    posting: null,
    quotes: quotesOfAction(parts, market, first),
    moneyMinor: 0n,
    profitMinor: position.status === 'open' ? parts.valuation.profitOf(position) : null,
  }
}

/** Every order of the market goes on in the next contract, worth what it was worth. */
export const planRoll = (parts: EngineParts, action: Roll, prices: RollPrices): Adjustment[] =>
  ordersIn(parts, action.code).map((position) => planOne(parts, position, action, prices))

export const tellRoll = (
  { from, to }: Roll,
  of: readonly Adjustment[],
): Readonly<Record<string, string>> => ({
  from,
  to,
  orders: String(of.length),
})
