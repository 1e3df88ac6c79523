import {
  type Lots,
  lotsScale,
  type Price,
  parseLots,
  parsePrice,
  priceScale,
  writeLots,
  writePrice,
} from '@candor/money'
import type { Market } from '@candor/rules'
import { closingPrice, type Direction, openingPrice, type TwoPrices } from '@candor/rules/orders/contract.ts'
import { exitBounds } from '@candor/rules/orders/protection.ts'

/** What the customer has put into the ticket, as typed: nothing here is ever rewritten behind their back. */
export interface OrderForm {
  readonly code: string
  readonly direction: Direction
  readonly lots: string
  readonly leverage: number
  readonly stopLoss: string
  readonly takeProfit: string
  /** Both stop loss and take profit are wanted (specification §5); turning it off is a knowing choice. */
  readonly protected: boolean
  /** True once typed by hand: a suggestion never replaces what somebody wrote. */
  readonly ownStopLoss: boolean
  readonly ownTakeProfit: boolean
}

export type OrderField = 'lots' | 'leverage' | 'stopLoss' | 'takeProfit' | 'form'

/** A reason at a field; `limit` is the bound it names, ready for the screen's own formatting. */
export interface OrderProblem {
  readonly field: OrderField
  readonly reason: 'required' | 'notANumber' | 'below' | 'above' | 'step'
  readonly limit?: string
}

export type OrderFormEvent =
  | { readonly type: 'direction'; readonly direction: Direction }
  | { readonly type: 'lots'; readonly text: string }
  | { readonly type: 'leverage'; readonly leverage: number }
  | { readonly type: 'stopLoss'; readonly text: string }
  | { readonly type: 'takeProfit'; readonly text: string }
  | { readonly type: 'protected'; readonly on: boolean }
  | { readonly type: 'suggest'; readonly price: TwoPrices }

/** The careful start: a volume worth about 1 000 or the smallest, at most twofold leverage, both protections on. */
export function startOrderForm(market: Market, price: TwoPrices | null): OrderForm {
  return {
    code: market.code,
    direction: 'buy',
    lots: writeLots(roundLotsWorth(1000n, market, price)),
    leverage: Math.min(2, market.leverageMax),
    stopLoss: '',
    takeProfit: '',
    protected: true,
    ownStopLoss: false,
    ownTakeProfit: false,
  }
}

/** The largest 1, 2 or 5 times a power of ten of lots worth no more than `worth` in the quote currency, within the bounds. */
function roundLotsWorth(worth: bigint, market: Market, price: TwoPrices | null): Lots {
  if (price === null || price.buyPrice <= 0n || !lotIsOneUnit(market)) return market.lotMin
  const unit = 10n ** BigInt(lotsScale + priceScale)
  const most = (worth * unit) / price.buyPrice
  let best = market.lotMin
  for (let decade = market.lotMin; decade <= most && decade <= market.lotMax; decade = (decade * 10n) as Lots)
    for (const factor of [1n, 2n, 5n])
      if (decade * factor <= most && decade * factor <= market.lotMax) best = (decade * factor) as Lots
  return best
}

export function changeOrderForm(form: OrderForm, event: OrderFormEvent, market: Market): OrderForm {
  switch (event.type) {
    case 'direction':
      return flip(form, event.direction)
    case 'lots':
      return { ...form, lots: event.text }
    case 'leverage':
      return withoutSuggestions({ ...form, leverage: event.leverage })
    case 'stopLoss':
      return { ...form, stopLoss: event.text, ownStopLoss: event.text !== '' }
    case 'takeProfit':
      return { ...form, takeProfit: event.text, ownTakeProfit: event.text !== '' }
    case 'protected':
      return withoutSuggestions({ ...form, protected: event.on })
    case 'suggest':
      return suggest(form, event.price, market)
  }
}

function flip(form: OrderForm, direction: Direction): OrderForm {
  return direction === form.direction ? form : withoutSuggestions({ ...form, direction })
}

function withoutSuggestions(form: OrderForm): OrderForm {
  return {
    ...form,
    stopLoss: form.ownStopLoss ? form.stopLoss : '',
    takeProfit: form.ownTakeProfit ? form.takeProfit : '',
  }
}

/** Fills what is empty and not written by hand: a quarter of the margin to lose, half of it to win. */
function suggest(form: OrderForm, price: TwoPrices, market: Market): OrderForm {
  if (!form.protected) return form
  const stopLoss =
    form.stopLoss === '' && !form.ownStopLoss ? levelAt(form, price, market, -25) : form.stopLoss
  const takeProfit =
    form.takeProfit === '' && !form.ownTakeProfit ? levelAt(form, price, market, 50) : form.takeProfit
  return stopLoss === form.stopLoss && takeProfit === form.takeProfit
    ? form
    : { ...form, stopLoss, takeProfit }
}

/**
 * The price at which `percent` of the margin is won (plus) or lost (minus), before costs, on the market's tick grid.
 * A distance, so rounded toward the present price; never nearer than one tick.
 */
export function levelAt(
  form: Pick<OrderForm, 'direction' | 'leverage'>,
  price: TwoPrices,
  market: Market,
  percent: number,
): string {
  const open = openingPrice(form.direction, price)
  const raw = (open * BigInt(Math.abs(percent))) / (100n * BigInt(form.leverage))
  const ticks = raw / market.tickSize
  const distance = (ticks < 1n ? 1n : ticks) * market.tickSize
  const up = (form.direction === 'buy') === percent > 0
  const from = onGrid(closingPrice(form.direction, price), market.tickSize)
  const level = (up ? from + distance : from - distance) as Price
  return level > 0n ? writePrice(level, market.digits) : writePrice(market.tickSize, market.digits)
}

const onGrid = (value: bigint, tick: bigint): bigint => (value / tick) * tick

/** How far a level lies from the price it would close at now, as a share of that price; null without either. */
export function distanceShare(level: string, direction: Direction, price: TwoPrices): number | null {
  const at = parsePrice(level)
  if (at === null) return null
  const from = closingPrice(direction, price)
  if (from === 0n) return null
  return Number(((at - from) * 1_000_000n) / from) / 1_000_000
}

/** Every field's first problem, in the order the server decides (calls page). Empty: it may be reviewed. */
export function orderProblems(form: OrderForm, market: Market, price: TwoPrices | null): OrderProblem[] {
  return [
    lotsProblem(form.lots, market),
    leverageProblem(form.leverage, market),
    levelProblem('stopLoss', form, market, price),
    levelProblem('takeProfit', form, market, price),
  ].filter((problem) => problem !== null)
}

function lotsProblem(text: string, market: Market): OrderProblem | null {
  const field = 'lots'
  if (text.trim() === '') return { field, reason: 'required' }
  const lots = parseLots(text)
  if (lots === null) return { field, reason: 'notANumber' }
  if (lots < market.lotMin) return { field, reason: 'below', limit: writeLots(market.lotMin) }
  if (lots > market.lotMax) return { field, reason: 'above', limit: writeLots(market.lotMax) }
  if (lots % market.lotStep !== 0n) return { field, reason: 'step', limit: writeLots(market.lotStep) }
  return null
}

function leverageProblem(leverage: number, market: Market): OrderProblem | null {
  const field = 'leverage'
  if (!Number.isInteger(leverage) || leverage < 1) return { field, reason: 'below', limit: '1' }
  if (leverage > market.leverageMax) return { field, reason: 'above', limit: String(market.leverageMax) }
  return null
}

/**
 * One protecting level against the bounds the server uses too; without a price only what was typed is judged.
 * `targetFrom` is where a target is measured from: the opening price of a new order, the closing price of an open one.
 */
export function levelProblem(
  field: 'stopLoss' | 'takeProfit',
  form: Pick<OrderForm, 'direction' | 'stopLoss' | 'takeProfit' | 'protected'>,
  market: Pick<Market, 'tickSize' | 'digits'>,
  price: TwoPrices | null,
  targetFrom: Price | null = price && openingPrice(form.direction, price),
): OrderProblem | null {
  const text = form[field].trim()
  if (text === '') return form.protected ? { field, reason: 'required' } : null
  const level = parsePrice(text)
  if (level === null || level <= 0n) return { field, reason: 'notANumber' }
  if (price === null || targetFrom === null) return null
  const bounds = exitBounds(form.direction, closingPrice(form.direction, price), targetFrom, market.tickSize)
  return outside(field, level, bounds[`${field}Min`], bounds[`${field}Max`], market)
}

/** Each level on its own side, at least one tick away; the bound is named on the tick grid, inside what is allowed. */
function outside(
  field: OrderField,
  level: Price,
  min: Price | null,
  max: Price | null,
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

/**
 * Volumes worth one press. Coins and shares by what they are worth (about 100, 1 000, 5 000, 10 000 of the quote
 * currency); the others by the trade's 1-10-50-100 of the smallest lot.
 */
export function lotPresets(market: Market, price: TwoPrices | null): string[] {
  const volumes =
    lotIsOneUnit(market) && price !== null
      ? [100n, 1000n, 5000n, 10_000n].map((worth) => roundLotsWorth(worth, market, price))
      : [1n, 10n, 50n, 100n].map((factor) => (market.lotMin * factor) as Lots)
  return [...new Set(volumes.filter((lots) => lots <= market.lotMax).map(writeLots))]
}

/** Leverage steps up to the market's own cap. */
export function leveragePresets(market: Market): number[] {
  const steps = [1, 2, 5, 10, 20, 30].filter((step) => step <= market.leverageMax)
  return steps.includes(market.leverageMax) ? steps : [...steps, market.leverageMax]
}

/** One step up or down, held within the market's bounds; a text that is no number starts at the smallest. */
export function stepLots(text: string, market: Market, by: 1 | -1): string {
  const lots = parseLots(text)
  if (lots === null) return writeLots(market.lotMin)
  const stepped = (onGrid(lots, market.lotStep) + BigInt(by) * market.lotStep) as Lots
  if (stepped < market.lotMin) return writeLots(market.lotMin)
  return writeLots(stepped > market.lotMax ? market.lotMax : stepped)
}

/** One coin or share a lot: the volume can be named in the thing itself ("Buy 0.01 BTC"). */
export const lotIsOneUnit = (market: Pick<Market, 'contractSize'>): boolean => market.contractSize === 1n

/** What buyContract and previewContract take. */
export interface ContractAsk {
  readonly code: string
  readonly direction: Direction
  readonly lots: string
  readonly leverage: number
  readonly kind: 'market'
  readonly stopLoss: string | null
  readonly takeProfit: string | null
  readonly protected: boolean
}

export function askOf(form: OrderForm): ContractAsk {
  const level = (text: string) => (text.trim() === '' ? null : text.trim())
  return {
    code: form.code,
    direction: form.direction,
    lots: form.lots.trim(),
    leverage: form.leverage,
    kind: 'market',
    stopLoss: level(form.stopLoss),
    takeProfit: level(form.takeProfit),
    protected: form.protected,
  }
}

const fieldOfCode: Readonly<Record<number, OrderField>> = {
  11040: 'stopLoss',
  11041: 'takeProfit',
  11042: 'takeProfit',
  11044: 'lots',
  11045: 'leverage',
  10011: 'lots',
}

/** Where a refusal of the server belongs on the ticket. */
export const fieldOfRefusal = (code: number): OrderField => fieldOfCode[code] ?? 'form'
