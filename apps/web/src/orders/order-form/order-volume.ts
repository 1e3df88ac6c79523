import {
  Amount,
  assetScale,
  divide,
  type Exact,
  type Lots,
  lotsScale,
  parseLots,
  parsePrice,
  priceScale,
  writeLots,
  writeScaled,
} from '@candor/money'
import type { Market } from '@candor/rules'
import { noLevelSum } from '@candor/rules/orders/amounts/margin-levels.ts'
import { distanceMinor } from '@candor/rules/orders/amounts/profit.ts'
import { openingPrice, type TwoPrices } from '@candor/rules/orders/contract.ts'
import { quoteOrder } from '@candor/rules/orders/quote-order.ts'
import { type TicketInputs, withLevels } from './level-units.ts'
import type { OrderForm, SizeBy } from './order-form.ts'
import { entryQuote, onGrid } from './order-levels.ts'

const oneLot = 10n ** BigInt(lotsScale)
const usdtDecimals = assetScale.USDT
/** All of something, in percent, as an amount of USDT is scaled. */
const percentUnit = 100n * 10n ** BigInt(usdtDecimals)

/** Fills in what is typed in other units: the volume in lots and the levels as prices, whichever the other one needs first. */
export const inPricesAndLots = (form: OrderForm, inputs: TicketInputs): OrderForm =>
  form.sizeBy === 'risk'
    ? withVolume(withLevels(form, inputs), inputs)
    : withLevels(withVolume(form, inputs), inputs)

/**
 * Fills in the volume in lots: as typed, or the whole steps that the money buys, or that the risk permits with this stop loss, both
 * commissions included. Rounded down, so neither is exceeded; empty while it cannot be computed. After a change of the unit alone the
 * lots stay, and the size is what they are worth now.
 */
export function withVolume(form: OrderForm, inputs: TicketInputs): OrderForm {
  if (form.sizeBy === 'lots') return form
  if (!form.ownSize) return { ...form, size: sizeIn(form.sizeBy, form, inputs) }
  const lots = volumeOf(form, inputs)
  return { ...form, lots: lots === null ? '' : writeLots(lots) }
}

function volumeOf(form: OrderForm, inputs: TicketInputs): Lots | null {
  const size = Amount.parse('USDT', form.size.trim())
  const perLot = worthPerLot(form, inputs)
  if (size === null || size.minor <= 0n || perLot === null) return null
  const worth = form.sizeBy === 'money' ? size.minor : riskMinor(inputs.equityMinor, size.minor)
  const { lotStep, lotMax } = inputs.market
  const lots = onGrid((worth * oneLot) / perLot, lotStep)
  return (lots > lotMax ? lotMax : lots) as Lots
}

/** Share of the equity that may be lost. It is typed as a percentage, which adds two decimals to those of the amount. */
const riskMinor = (equityMinor: bigint, percentMinor: bigint): bigint =>
  (equityMinor * percentMinor) / percentUnit

/** The value of one lot, or its loss at the stop, in USDT's smallest unit; null while it cannot be computed. */
function worthPerLot(form: OrderForm, { market, quote, conversion }: TicketInputs): bigint | null {
  const entry = quote && entryQuote(form, quote)
  if (entry === null || conversion === null) return null
  const perLot =
    form.sizeBy === 'money'
      ? distanceMinor(oneLot as Lots, openingPrice(form.direction, entry), market.contractSize, conversion)
      : lossPerLot(form, market, entry, conversion)
  return perLot === null || perLot <= 0n ? null : perLot
}

/**
 * Writes a volume in another unit: the shortest text, of two decimals or more, that leads back to the same lots. Empty while it
 * cannot be computed.
 */
export function sizeIn(sizeBy: SizeBy, shown: OrderForm, inputs: TicketInputs): string {
  const form = { ...shown, sizeBy }
  const lots = parseLots(shown.lots.trim())
  const perLot = sizeBy === 'lots' ? null : worthPerLot(form, inputs)
  if (lots === null || lots <= 0n || perLot === null || inputs.equityMinor <= 0n) return ''
  const worth = divide(lots * perLot, oneLot, 'up')
  const exact = sizeBy === 'money' ? worth : divide(worth * percentUnit, inputs.equityMinor, 'up')
  for (let decimals = 2; decimals < usdtDecimals; decimals++) {
    const size = writeScaled(divide(exact, 10n ** BigInt(usdtDecimals - decimals), 'up'), decimals)
    if (volumeOf({ ...form, size }, inputs) === lots) return size
  }
  return writeScaled(exact, usdtDecimals)
}

/** Steps from a risk in percent to a volume, as decimal texts in USDT and lots. */
export interface RiskSteps {
  readonly percent: string
  readonly equity: string
  readonly risk: string
  readonly lossPerLot: string
  /** Quotient of the two, before it is rounded down to the market's step. */
  readonly quotient: string
  /** True when the quotient is above the market's largest volume. */
  readonly capped: boolean
}

/** Shows how a volume by risk was computed; null while it is not. */
export function riskSteps(form: OrderForm, inputs: TicketInputs): RiskSteps | null {
  const size = Amount.parse('USDT', form.size.trim())
  const perLot = form.sizeBy === 'risk' ? worthPerLot(form, inputs) : null
  if (size === null || size.minor <= 0n || perLot === null) return null
  const risk = riskMinor(inputs.equityMinor, size.minor)
  const quotient = ((risk * oneLot) / perLot) as Lots
  const usdt = (minor: bigint) => new Amount('USDT', minor).toString()
  return {
    percent: form.size.trim(),
    equity: usdt(inputs.equityMinor),
    risk: usdt(risk),
    lossPerLot: usdt(perLot),
    quotient: writeLots(quotient),
    capped: quotient > inputs.market.lotMax,
  }
}

/** The loss at a stop depends on no account. */
const noAccount = { equityMinor: 0n, closeOutSum: noLevelSum }

/** Loss of one lot that closes exactly at the stop loss, both commissions included; null without one. */
function lossPerLot(form: OrderForm, market: Market, entry: TwoPrices, conversion: Exact): bigint | null {
  const stopLoss = parsePrice(form.stopLoss.trim())
  if (stopLoss === null || stopLoss <= 0n) return null
  const { direction, leverage } = form
  const request = { direction, leverage, lots: oneLot as Lots, stopLoss, takeProfit: null }
  const loss = quoteOrder(request, market, { quote: entry, conversion }, noAccount).lossAtStopLossMinor
  return loss === null ? null : -loss
}

/** The largest 1, 2 or 5 times a power of ten of lots worth at most `worth` in the quote currency, within the market's bounds. */
export function roundLotsWorth(worth: bigint, market: Market, price: TwoPrices | null): Lots {
  if (price === null || price.buyPrice <= 0n || !lotIsOneUnit(market)) return market.lotMin
  const unit = 10n ** BigInt(lotsScale + priceScale)
  const most = (worth * unit) / price.buyPrice
  let best = market.lotMin
  for (let decade = market.lotMin; decade <= most && decade <= market.lotMax; decade = (decade * 10n) as Lots)
    for (const factor of [1n, 2n, 5n])
      if (decade * factor <= most && decade * factor <= market.lotMax) best = (decade * factor) as Lots
  return best
}

/**
 * Preset volumes: coins and shares by value (about 100, 1 000, 5 000, 10 000 of the quote currency); other markets by the usual
 * 1-10-50-100 of the smallest lot.
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

/** Moves one step up or down, within the market's bounds; text that is not a number starts at the smallest. */
export function stepLots(text: string, market: Market, by: 1 | -1): string {
  const lots = parseLots(text)
  if (lots === null) return writeLots(market.lotMin)
  const stepped = (onGrid(lots, market.lotStep) + BigInt(by) * market.lotStep) as Lots
  if (stepped < market.lotMin) return writeLots(market.lotMin)
  return writeLots(stepped > market.lotMax ? market.lotMax : stepped)
}

/** One lot is one coin or share, so the volume can be named in that unit ("Buy 0.01 BTC"). */
export const lotIsOneUnit = (market: Pick<Market, 'contractSize'>): boolean => market.contractSize === 1n
