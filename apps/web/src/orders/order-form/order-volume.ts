import {
  Amount,
  type Exact,
  type Lots,
  lotsScale,
  parseLots,
  parsePrice,
  priceScale,
  writeLots,
} from '@candor/money'
import type { Market } from '@candor/rules'
import { distanceMinor } from '@candor/rules/orders/amounts/profit.ts'
import { openingPrice, type TwoPrices } from '@candor/rules/orders/contract.ts'
import { quoteOrder } from '@candor/rules/orders/quote-order.ts'
import { type TicketInputs, withLevels } from './level-units.ts'
import type { OrderForm } from './order-form.ts'
import { entryQuote, onGrid } from './order-levels.ts'

const oneLot = 10n ** BigInt(lotsScale)

/** Fills in what is typed in other units: the volume in lots and the levels as prices, whichever the other one needs first. */
export const inPricesAndLots = (form: OrderForm, inputs: TicketInputs): OrderForm =>
  form.sizeBy === 'risk'
    ? withVolume(withLevels(form, inputs), inputs)
    : withLevels(withVolume(form, inputs), inputs)

/**
 * Fills in the volume in lots: as typed, or the whole steps that the money buys, or that the risk permits with this stop loss, both
 * commissions included. Rounded down, so neither is exceeded; empty while it cannot be computed.
 */
export function withVolume(form: OrderForm, inputs: TicketInputs): OrderForm {
  if (form.sizeBy === 'lots') return form
  const lots = volumeOf(form, inputs)
  return { ...form, lots: lots === null ? '' : writeLots(lots) }
}

function volumeOf(form: OrderForm, { market, quote, conversion, equityMinor }: TicketInputs): Lots | null {
  const entry = quote && entryQuote(form, quote)
  const size = Amount.parse('USDT', form.size.trim())
  if (entry === null || conversion === null || size === null || size.minor <= 0n) return null
  const perLot =
    form.sizeBy === 'money'
      ? distanceMinor(oneLot as Lots, openingPrice(form.direction, entry), market.contractSize, conversion)
      : lossPerLot(form, market, entry, conversion)
  // A risk is typed as a percentage, which adds two decimals to a share of the equity.
  const worth = form.sizeBy === 'money' ? size.minor : (equityMinor * size.minor) / 100_000_000n
  if (perLot === null || perLot <= 0n) return null
  const lots = onGrid((worth * oneLot) / perLot, market.lotStep)
  return (lots > market.lotMax ? market.lotMax : lots) as Lots
}

/** The loss at a stop depends on no account. */
const noAccount = { equityMinor: 0n, usedMarginMinor: 0n }

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
