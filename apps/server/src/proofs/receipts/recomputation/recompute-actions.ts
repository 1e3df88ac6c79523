import { lots, type Price, price, writeLots, writePrice, writeUsdt } from '@candor/money'
import {
  closingPrice,
  type Direction,
  distanceMinor,
  profitMinor,
  type SplitRatio,
  splitCashMinor,
  splitLots,
  splitPrice,
} from '@candor/rules'
import {
  type Contract,
  conversionOfEvent,
  type Event,
  need,
  type RequireEqual,
  type Sums,
  tariffed,
  withSpread,
} from '../contract-document.ts'

/**
 * Recomputes a split: whole steps of lots, the open price half to even, and the cash that keeps the value. A waiting order has
 * no value yet.
 */
export function checkSplit(order: Contract, one: Event, sums: Sums, same: RequireEqual): void {
  const [fresh = '', old = ''] = need(one.ratio, 'ratio').split(':')
  const ratio = { fresh: BigInt(fresh), old: BigInt(old) }
  const before = lots(need(one.lotsBefore, 'lotsBefore'))
  const after = splitLots(before, ratio, lots(need(one.lotStep, 'lotStep')))
  same(`lots after event ${one.number}`, one.lots, writeLots(after))
  if (one.cash === undefined) return
  const direction = order.direction as Direction
  const openBefore = price(need(one.openPriceBefore, 'openPriceBefore'))
  const openPrice = splitPrice(openBefore, ratio)
  same(`lots before event ${one.number}`, one.lotsBefore, writeLots(sums.lots))
  if (sums.openPrice !== null)
    same(`open price before event ${one.number}`, one.openPriceBefore, writePrice(sums.openPrice))
  same(`open price after event ${one.number}`, one.openPrice, writePrice(openPrice))
  checkSplitPrice(order, one, { sums, ratio, same })
  const cash = splitCashMinor(
    {
      before: { direction, lots: before, openPrice: openBefore },
      after: { direction, lots: after, openPrice },
      ratio,
    },
    price(need(one.price ?? undefined, 'price')),
    BigInt(order.contractSize),
    conversionOfEvent(one),
  )
  same(`cash of event ${one.number}`, one.cash, writeUsdt(cash))
  // All of it was less than a step: it ended, as large as it was.
  if (after === 0n) return
  sums.lots = after
  sums.openPrice = openPrice
}

/**
 * A split is measured by its quote's closing price; where an earlier split had the same quote, by what that split made of it. Dividends that
 * were paid after the quote are taken off.
 */
function checkSplitPrice(
  { direction }: Contract,
  one: Event,
  { sums, ratio, same }: { readonly sums: Sums; readonly ratio: SplitRatio; readonly same: RequireEqual },
): void {
  const { seq, bid, ask } = need(one.quote, 'quote')
  const before = sums.split?.seq === seq ? sums.split.ratio : { fresh: 1n, old: 1n }
  sums.split = { seq, ratio: { fresh: before.fresh * ratio.fresh, old: before.old * ratio.old } }
  const added = need(sums.spreadAdded ?? undefined, 'spreadAdded')
  const paid = price(one.exDividend ?? '0')
  const ex = (side: string) => (splitPrice(price(side), before) - paid) as Price
  const prices = withSpread(ex(bid), ex(ask), added)
  same(`price of event ${one.number}`, one.price, writePrice(closingPrice(direction, prices)))
}

export function checkDividend(order: Contract, one: Event, sums: Sums, same: RequireEqual): void {
  const perUnit = price(need(one.perUnit, 'perUnit'))
  const whole = distanceMinor(sums.lots, perUnit, BigInt(order.contractSize), conversionOfEvent(one))
  same(`dividend of event ${one.number}`, one.dividend, writeUsdt(order.direction === 'buy' ? whole : -whole))
}

/** It ended with its contract, at that contract's last price: of a quote, or where none was known of the chart. */
function checkEnd(order: Contract, one: Event, sums: Sums, same: RequireEqual): void {
  const at = price(need(one.lastClose, 'lastClose'))
  const direction = order.direction as Direction
  if (one.quote !== undefined)
    same(
      `last price of event ${one.number}`,
      one.lastClose,
      writePrice(closingPrice(direction, tariffed(one))),
    )
  if (sums.openPrice === null) return
  const holding = { direction, lots: sums.lots, openPrice: sums.openPrice }
  const profit = profitMinor(holding, at, BigInt(order.contractSize), conversionOfEvent(one))
  same(`profit of event ${one.number}`, one.profit, writeUsdt(profit))
  same('profit of the order', order.profit ?? undefined, writeUsdt(profit))
}

/** A roll moves the open price by exactly what a close would get more in the next contract, or ends the order. What waited has no worth. */
export function checkRoll(order: Contract, one: Event, sums: Sums, same: RequireEqual): void {
  if (one.lastClose === undefined) return
  if (one.profit !== undefined) {
    checkEnd(order, one, sums, same)
    return
  }
  const now = closingPrice(order.direction, tariffed(one))
  same(`first price of event ${one.number}`, one.price, writePrice(now))
  if (sums.openPrice === null) return
  same(`open price before event ${one.number}`, one.openPriceBefore, writePrice(sums.openPrice))
  sums.openPrice = (sums.openPrice + now - price(need(one.lastClose, 'lastClose'))) as Price
  same(`open price after event ${one.number}`, one.openPrice, writePrice(sums.openPrice))
}
