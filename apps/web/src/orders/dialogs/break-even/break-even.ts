import type { ContractOrder } from '@candor/contract'
import { type Exact, type Price, parsePrice } from '@candor/money'
import type { Market } from '@candor/rules'
import { closingPrice, type TwoPrices } from '@candor/rules/orders/contract.ts'
import { exitBounds } from '@candor/rules/orders/protection.ts'
import { closeEstimate, sumUsdt } from '../live-profit.ts'

type Position = Pick<
  ContractOrder,
  'direction' | 'lots' | 'openPrice' | 'margin' | 'fee' | 'swap' | 'stopLoss' | 'status'
>

/** Stop-loss levels at which a position ends without a loss; each null where it may not be set now. */
export interface BreakEven {
  readonly price: Price | null
  /** The level at which commission and swap are earned back too. */
  readonly withCosts: Price | null
  /** Commission on both sides and swap so far, in USDT. */
  readonly costs: string
}

const none: BreakEven = { price: null, withCosts: null, costs: '0' }

/** Finds the levels by the rules of the market: on its grid, on the side of the stop loss, and no worse than the present one. */
export function breakEven(
  order: Position,
  market: Market,
  now: TwoPrices | null,
  conversion: Exact | null,
): BreakEven {
  const open = order.openPrice === null ? null : parsePrice(order.openPrice)
  if (order.status !== 'open' || open === null || now === null || conversion === null) return none
  const at = (level: Price) => {
    const estimate = closeEstimate(order, market, { buyPrice: level, sellPrice: level }, conversion)
    return estimate === null ? null : { ...estimate, costs: costsOf(order, estimate.commission) }
  }
  const earns = (level: Price): boolean => {
    const found = at(level)
    return found !== null && !sumUsdt([found.profit, minus(found.costs)]).startsWith('-')
  }
  const level = onGridFor(order, open, market.tickSize)
  const withCosts = earns(level) ? level : firstThat(earns, order, level, market.tickSize)
  const permitted = (one: Price | null) => (one !== null && isPermitted(order, one, market, now) ? one : null)
  return {
    price: permitted(level),
    withCosts: permitted(withCosts),
    costs: at(withCosts ?? level)?.costs ?? '0',
  }
}

const minus = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`)

/** Commission paid and to come, less the swap received or plus that paid. */
const costsOf = ({ fee, swap }: Position, commission: string): string =>
  sumUsdt([fee, commission, minus(swap)])

/** Moves a price to the market's grid, in the customer's favour. */
function onGridFor({ direction }: Position, price: Price, tick: Price): Price {
  const rest = price % tick
  if (rest === 0n) return price
  return (direction === 'buy' ? price - rest + tick : price - rest) as Price
}

/** Finds the nearest level on the grid that earns enough; each tick further earns more. Null: none within the price itself. */
function firstThat(
  earns: (level: Price) => boolean,
  { direction }: Position,
  from: Price,
  tick: Price,
): Price | null {
  const after = (ticks: bigint) => (direction === 'buy' ? from + ticks * tick : from - ticks * tick) as Price
  const most = from / tick - 1n
  let far = 1n
  while (far < most && !earns(after(far))) far *= 2n
  if (far > most) far = most
  if (far < 1n || !earns(after(far))) return null
  let near = 0n
  while (far - near > 1n) {
    const middle = (near + far) / 2n
    if (earns(after(middle))) far = middle
    else near = middle
  }
  return after(far)
}

function isPermitted(order: Position, level: Price, { tickSize }: Market, now: TwoPrices): boolean {
  const { direction } = order
  const closing = closingPrice(direction, now)
  const { stopLossMin, stopLossMax } = exitBounds(direction, closing, closing, tickSize)
  if ((stopLossMin !== null && level < stopLossMin) || (stopLossMax !== null && level > stopLossMax))
    return false
  const present = order.stopLoss === null ? null : parsePrice(order.stopLoss)
  return present === null || (direction === 'buy' ? level > present : level < present)
}
