import { type Price, parseLots, parsePrice, writeLots, writePrice } from '@candor/money'
import type { Market } from '@candor/rules'
import { highestLevel } from '@candor/rules/markets/price-limits.ts'
import { closingPrice, openingPrice, type TwoPrices } from '@candor/rules/orders/contract.ts'
import { largestDistance } from '@candor/rules/orders/levels/trailing.ts'
import { exitBounds } from '@candor/rules/orders/protection.ts'
import type { LevelName, OrderForm } from './order-form.ts'
import { entryQuote, onGrid, waitsAbove } from './order-levels.ts'

export type OrderField =
  | 'size'
  | 'lots'
  | 'leverage'
  | 'price'
  | 'stopLoss'
  | 'takeProfit'
  | 'trailing'
  | 'expiresAt'
  | 'form'

/** A problem at a field; `limit` is the bound it names, not formatted yet. */
export interface OrderProblem {
  readonly field: OrderField
  readonly reason:
    | 'required'
    | 'notANumber'
    | 'notADistance'
    | 'noLevel'
    | 'below'
    | 'above'
    | 'step'
    | 'noStop'
    | 'past'
  readonly limit?: string
}

/** Finds the first problem of every field, in the order of the server's checks (calls page). Empty: the order can be reviewed. */
export function orderProblems(form: OrderForm, market: Market, now: TwoPrices | null): OrderProblem[] {
  const entry = now && entryQuote(form, now)
  const from = entry && {
    closing: closingPrice(form.direction, entry),
    target: openingPrice(form.direction, entry),
  }
  return [
    sizeProblem(form) ?? lotsProblem(form, market),
    leverageProblem(form.leverage, market),
    entryProblem(form, market, now),
    distanceProblem('stopLoss', form, now) ?? levelProblem('stopLoss', form, market, from),
    distanceProblem('takeProfit', form, now) ?? levelProblem('takeProfit', form, market, from),
    trailingProblem(form.trailing, market, from?.closing ?? null),
  ].filter((problem) => problem !== null)
}

/** Problem of a volume by money or risk that cannot be computed yet. */
function sizeProblem({ sizeBy, size, lots, stopLoss }: OrderForm): OrderProblem | null {
  const field = 'size'
  if (sizeBy === 'lots') return null
  if (size.trim() === '') return { field, reason: 'required' }
  if (sizeBy === 'risk' && stopLoss.trim() === '') return { field, reason: 'noStop' }
  return lots === '' ? { field, reason: 'notANumber' } : null
}

function lotsProblem(form: Pick<OrderForm, 'lots' | 'sizeBy'>, market: Market): OrderProblem | null {
  const field = form.sizeBy === 'lots' ? 'lots' : 'size'
  const text = form.lots
  if (text.trim() === '') return { field, reason: 'required' }
  const lots = parseLots(text)
  if (lots === null) return { field, reason: 'notANumber' }
  if (lots < market.lotMin) return { field, reason: 'below', limit: writeLots(market.lotMin) }
  if (lots > market.lotMax) return { field, reason: 'above', limit: writeLots(market.lotMax) }
  if (lots % market.lotStep !== 0n) return { field, reason: 'step', limit: writeLots(market.lotStep) }
  return null
}

/**
 * Checks the level of a waiting order: a buy stop and a sell limit above the current price, the others below, by at least one tick,
 * and none beyond the highest level (`triggerPriceInvalid`).
 */
export function entryProblem(
  form: Pick<OrderForm, 'kind' | 'price' | 'direction'>,
  market: Pick<Market, 'tickSize' | 'digits'>,
  now: TwoPrices | null,
): OrderProblem | null {
  if (form.kind === 'market') return null
  const field = 'price'
  const price = parsePrice(form.price.trim())
  if (form.price.trim() === '') return { field, reason: 'required' }
  if (price === null || price <= 0n) return { field, reason: 'notANumber' }
  if (now === null) return null
  const from = openingPrice(form.direction, now)
  return waitsAbove(form)
    ? outside(field, price, { min: (from + market.tickSize) as Price, max: highestLevel(from) }, market)
    : outside(field, price, { min: null, max: (from - market.tickSize) as Price }, market)
}

/** Checks that a trailing stop keeps a distance of at least one tick, and at most the largest one at this closing price. */
export function trailingProblem(
  text: string,
  market: Pick<Market, 'tickSize' | 'digits'>,
  closeNow: Price | null,
): OrderProblem | null {
  const field = 'trailing'
  if (text.trim() === '') return null
  const distance = parsePrice(text.trim())
  if (distance === null || distance <= 0n) return { field, reason: 'notANumber' }
  return outside(field, distance, { min: market.tickSize, max: largestDistance(closeNow) }, market)
}

function leverageProblem(leverage: number, market: Market): OrderProblem | null {
  const field = 'leverage'
  if (!Number.isInteger(leverage) || leverage < 1) return { field, reason: 'below', limit: '1' }
  if (leverage > market.leverageMax) return { field, reason: 'above', limit: String(market.leverageMax) }
  return null
}

/** Prices from which the levels of an order are measured. */
interface LevelBase {
  readonly closing: Price
  /** Base of a target: the opening price of a new order, the closing price of an open one. */
  readonly target: Price
}

/** Checks one protecting level against the bounds that the server also uses; without a price, only the text itself. */
export function levelProblem(
  field: 'stopLoss' | 'takeProfit',
  form: Pick<OrderForm, 'direction' | 'stopLoss' | 'takeProfit' | 'protected'>,
  market: Pick<Market, 'tickSize' | 'digits'>,
  from: LevelBase | null,
): OrderProblem | null {
  const text = form[field].trim()
  if (text === '') return form.protected ? { field, reason: 'required' } : null
  const level = parsePrice(text)
  if (level === null || level <= 0n) return { field, reason: 'notANumber' }
  if (from === null) return null
  const bounds = exitBounds(form.direction, from.closing, from.target, market.tickSize)
  return outside(field, level, { min: bounds[`${field}Min`], max: bounds[`${field}Max`] }, market)
}

/** Problem of a level typed as a distance: not a positive number, or no price lies there. */
function distanceProblem(field: LevelName, form: OrderForm, now: TwoPrices | null): OrderProblem | null {
  const text = form.distances[field].trim()
  if (form.levelUnit === 'price' || text === '') return null
  const distance = parsePrice(text)
  if (distance === null || distance <= 0n) return { field, reason: 'notADistance' }
  const isComputed = now !== null && entryQuote(form, now) !== null && form.lots !== ''
  return isComputed && form[field] === '' ? { field, reason: 'noLevel' } : null
}

/** Checks that a level is on its own side, at least one tick away. The bound is named on the tick grid, inside the permitted range. */
function outside(
  field: OrderField,
  level: Price,
  { min, max }: { readonly min: Price | null; readonly max: Price | null },
  { tickSize, digits }: Pick<Market, 'tickSize' | 'digits'>,
): OrderProblem | null {
  if (min !== null && level < min)
    return {
      field,
      reason: 'below',
      limit: writePrice(onGrid(min + tickSize - 1n, tickSize) as Price, digits),
    }
  if (max !== null && level > max)
    return { field, reason: 'above', limit: writePrice(onGrid(max, tickSize) as Price, digits) }
  return null
}
