import {
  Amount,
  type Exact,
  type Price,
  parseLots,
  parsePrice,
  priceScale,
  writePrice,
  writeScaled,
} from '@candor/money'
import type { Market } from '@candor/rules'
import { noLevelSum } from '@candor/rules/orders/amounts/margin-levels.ts'
import { openingPrice, type TwoPrices } from '@candor/rules/orders/contract.ts'
import { quoteOrder } from '@candor/rules/orders/quote-order.ts'
import type { LevelName, LevelUnit, OrderForm } from './order-form.ts'
import { entryQuote, onGrid } from './order-levels.ts'

/** Inputs for computing what is typed in another unit: volumes, and levels by their distance. */
export interface TicketInputs {
  readonly market: Market
  readonly quote: TwoPrices | null
  readonly conversion: Exact | null
  readonly equityMinor: bigint
  /** Average range of a day; null while unknown. */
  readonly dailyRange: Price | null
}

/** The result at a level depends on no account. */
const noAccount = { equityMinor: 0n, closeOutSum: noLevelSum }

const centMinor = 10_000n
/** The number 1 as a price is scaled. */
const oneUnit = 10n ** BigInt(priceScale)
/** More ticks than any price has. */
const mostTicks = 1n << 50n

/** Decimals in which distances are written when the unit is changed. */
const decimalsOf: Readonly<Record<Exclude<LevelUnit, 'price' | 'money'>, number>> = {
  pips: 1,
  percent: 3,
  range: 2,
}

/** A form at the opening and closing prices of its order. */
interface PricedForm {
  readonly form: OrderForm
  readonly entry: TwoPrices
  readonly inputs: TicketInputs
}

/** Fills in the prices of levels typed as distances; empty while one cannot be computed. */
export function withLevels(form: OrderForm, inputs: TicketInputs): OrderForm {
  if (form.levelUnit === 'price') return form
  const entry = inputs.quote && entryQuote(form, inputs.quote)
  if (entry === null) return { ...form, stopLoss: '', takeProfit: '' }
  const priced = { form, entry, inputs }
  return { ...form, stopLoss: levelOf('stopLoss', priced), takeProfit: levelOf('takeProfit', priced) }
}

function levelOf(name: LevelName, priced: PricedForm): string {
  if (priced.form.distances[name].trim() === '') return ''
  const ticks = priced.form.levelUnit === 'money' ? ticksForMoney(name, priced) : ticksFor(name, priced)
  const level = ticks === null ? null : levelAtTicks(name, priced, ticks)
  return level === null || level <= 0n ? '' : writePrice(level, priced.inputs.market.digits)
}

/** Price that lies whole ticks beyond the opening price, on the side of the level, at the tick nearest to the opening price. */
function levelAtTicks(name: LevelName, { form, entry, inputs }: PricedForm, ticks: bigint): Price {
  const { tickSize } = inputs.market
  const open = openingPrice(form.direction, entry)
  const isBelow = (form.direction === 'buy') === (name === 'stopLoss')
  const from = onGrid(isBelow ? open + tickSize - 1n : open, tickSize)
  return (isBelow ? from - ticks * tickSize : from + ticks * tickSize) as Price
}

/** Whole ticks of a distance in pips, percent or daily ranges, rounded down, at least one. */
function ticksFor(name: LevelName, priced: PricedForm): bigint | null {
  const typed = parsePrice(priced.form.distances[name].trim())
  const unit = unitSize(priced.form.levelUnit, priced)
  if (typed === null || typed <= 0n || unit === null) return null
  const ticks = (typed * unit) / (oneUnit * priced.inputs.market.tickSize)
  return ticks < 1n ? 1n : ticks
}

/** Distance in price of one unit. */
function unitSize(unit: LevelUnit, { form, entry, inputs }: PricedForm): bigint | null {
  if (unit === 'pips') return inputs.market.pipSize
  if (unit === 'percent') return openingPrice(form.direction, entry) / 100n
  return unit === 'range' ? inputs.dailyRange : null
}

/**
 * Ticks to a level by its result in USDT, both commissions included: as many as lose no more than the money at a stop, as few as win
 * it at a target. Null when no level does, because the costs alone are more or the price would have to be below zero.
 */
function ticksForMoney(name: LevelName, priced: PricedForm): bigint | null {
  const money = Amount.parse('USDT', priced.form.distances[name].trim())
  if (money === null || money.minor <= 0n) return null
  const isStop = name === 'stopLoss'
  const result = (ticks: bigint) => resultAt(name, priced, levelAtTicks(name, priced, ticks))
  // A stop may lie there; a target has not won enough there yet.
  const isWithin = (ticks: bigint): boolean => {
    const minor = result(ticks)
    if (minor === null) return false
    return isStop ? -minor <= money.minor : minor < money.minor
  }
  const last = lastWithin(isWithin)
  if (result(last + 1n) === null) return null
  if (!isStop) return last + 1n
  return last === 0n ? null : last
}

/** Finds the last number of ticks for which a condition holds that, once false, stays false; 0 for none. */
function lastWithin(isWithin: (ticks: bigint) => boolean): bigint {
  let low = 0n
  let high = mostTicks
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (isWithin(middle)) low = middle
    else high = middle
  }
  return low
}

/** Result of closing exactly at a level, less both commissions, in USDT's smallest unit; null where it cannot be computed. */
function resultAt(name: LevelName, { form, entry, inputs }: PricedForm, level: Price): bigint | null {
  const { market, conversion } = inputs
  const lots = parseLots(form.lots.trim())
  if (lots === null || lots <= 0n || conversion === null || level <= 0n) return null
  const { direction, leverage } = form
  const request = { direction, leverage, lots, stopLoss: null, takeProfit: null, [name]: level }
  const quote = quoteOrder(request, market, { quote: entry, conversion }, noAccount)
  return name === 'stopLoss' ? quote.lossAtStopLossMinor : quote.profitAtTakeProfitMinor
}

/**
 * Writes the price of a level as a distance in a unit. Rounded down, which leads back to the same level or one nearer. Empty while it
 * cannot be computed.
 */
export function distanceOf(name: LevelName, unit: LevelUnit, form: OrderForm, inputs: TicketInputs): string {
  const level = parsePrice(form[name].trim())
  const entry = inputs.quote && entryQuote(form, inputs.quote)
  if (level === null || level <= 0n || entry === null || unit === 'price') return ''
  const priced = { form, entry, inputs }
  if (unit === 'money') return moneyAt(name, priced, level)
  const size = unitSize(unit, priced)
  if (size === null || size <= 0n) return ''
  const away = level - openingPrice(form.direction, entry)
  const decimals = decimalsOf[unit]
  const written = ((away < 0n ? -away : away) * 10n ** BigInt(decimals)) / size
  return written > 0n ? writeScaled(written, decimals) : ''
}

function moneyAt(name: LevelName, priced: PricedForm, level: Price): string {
  const minor = resultAt(name, priced, level)
  if (minor === null) return ''
  const cents = (name === 'stopLoss' ? -minor : minor) / centMinor
  return cents > 0n ? writeScaled(cents, 2) : ''
}
