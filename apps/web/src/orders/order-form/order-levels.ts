import { type Price, parsePrice, writePrice } from '@candor/money'
import type { Market } from '@candor/rules'
import { closingPrice, type Direction, openingPrice, type TwoPrices } from '@candor/rules/orders/contract.ts'
import { entryFalls, quoteAtEntry } from '@candor/rules/orders/levels/pending-entry.ts'
import type { OrderForm } from './order-form.ts'

/** The largest multiple of a step that is no more than the value. */
export const onGrid = (value: bigint, step: bigint): bigint => (value / step) * step

/**
 * Opening and closing prices of an order: the market's current ones, or for a waiting order its own price with the current spread
 * around it. Null while that price cannot be read.
 */
export function entryQuote(
  form: Pick<OrderForm, 'kind' | 'price' | 'direction'>,
  now: TwoPrices,
): TwoPrices | null {
  if (form.kind === 'market') return now
  const price = parsePrice(form.price.trim())
  if (price === null || price <= 0n) return null
  return quoteAtEntry(form.direction, price, now)
}

/** Price of a waiting order at a distance in tenths of a percent from the current price, on the side where it waits. */
export function entryAt(
  form: Pick<OrderForm, 'kind' | 'direction'>,
  now: TwoPrices,
  market: Pick<Market, 'tickSize' | 'digits'>,
  tenths: bigint,
): string {
  return entryAwayBy(form, now, market, (openingPrice(form.direction, now) * tenths) / 1000n)
}

/** Price of a waiting order at a distance, rounded down to ticks, of at least one, on the side where it waits. */
export function entryAwayBy(
  form: Pick<OrderForm, 'kind' | 'direction'>,
  now: TwoPrices,
  { tickSize, digits }: Pick<Market, 'tickSize' | 'digits'>,
  raw: bigint,
): string {
  const distance = wholeTicks(raw, tickSize)
  const at = onGrid(openingPrice(form.direction, now), tickSize)
  return writePrice((waitsAbove(form) ? at + distance : at - distance) as Price, digits)
}

/** The distance rounded down to ticks, but never less than one. */
const wholeTicks = (raw: bigint, tickSize: bigint): bigint =>
  raw < tickSize ? tickSize : onGrid(raw, tickSize)

/** A buy stop and a sell limit wait above the price, the other two below it. */
export const waitsAbove = ({ direction, kind }: Pick<OrderForm, 'kind' | 'direction'>): boolean =>
  kind !== 'market' && !entryFalls(direction, kind)

/** Distance at which `percent` of the margin is won or lost, before costs. */
export const shareOfMargin = (
  { direction, leverage }: Pick<OrderForm, 'direction' | 'leverage'>,
  price: TwoPrices,
  percent: number,
): bigint => (openingPrice(direction, price) * BigInt(percent)) / (100n * BigInt(leverage))

/**
 * Price at which `percent` of the margin is won (plus) or lost (minus), before costs, on the market's tick grid. The distance is
 * rounded toward the current price, but is never less than one tick.
 */
export function levelAt(
  form: Pick<OrderForm, 'direction' | 'leverage'>,
  price: TwoPrices,
  market: Market,
  percent: number,
): string {
  const raw = shareOfMargin(form, price, Math.abs(percent))
  return levelAwayBy(form.direction, price, market, percent > 0 ? raw : -raw)
}

/** Price of a level at a distance from the closing price, a gain (plus) or a loss (minus), in whole ticks. */
export function levelAwayBy(direction: Direction, price: TwoPrices, market: Market, raw: bigint): string {
  const distance = wholeTicks(raw < 0n ? -raw : raw, market.tickSize)
  const up = (direction === 'buy') === raw > 0n
  const from = onGrid(closingPrice(direction, price), market.tickSize)
  const level = (up ? from + distance : from - distance) as Price
  return level > 0n ? writePrice(level, market.digits) : writePrice(market.tickSize, market.digits)
}

/** Distance of a level from the current closing price, as a share of that price; null without either. */
export function distanceShare(level: string, direction: Direction, price: TwoPrices): number | null {
  const at = parsePrice(level)
  if (at === null) return null
  const from = closingPrice(direction, price)
  if (from === 0n) return null
  return Number(((at - from) * 1_000_000n) / from) / 1_000_000
}
