import { type Lots, type Price, writeLots, writePrice, writeUsdt } from '@candor/money'
import {
  closingPrice,
  entryFalls,
  type MarketAction,
  ownPrices,
  profitMinor,
  splitCashMinor,
  splitLevel,
  splitLots,
  splitPrice,
  type TradableQuote,
} from '@candor/rules'
import type { EngineContext } from '../../engine/engine-context.ts'
import type { Position } from '../../engine/position.ts'
import { contractAccounts } from '../../orders/contract-accounts.ts'
import { cancelPosting, cashPosting, release } from '../../orders/order-postings.ts'
import { actionDetails, quotesOfAction } from '../action-details.ts'
import type { Adjustment, Changed } from '../adjustment.ts'

type Split = Extract<MarketAction, { kind: 'split' }>

const levelOr = <T>(level: Price | null, of: (level: Price) => T): T | null =>
  level === null ? null : of(level)

/** Exits and level of an order after a split: on the tick, none nearer to the price than before. */
function levelsAfter(position: Position, { ratio }: Split): Changed {
  const { market, direction, kind } = position
  const buys = direction === 'buy'
  const at = (falls: boolean) => (level: Price) => splitLevel(level, ratio, market.tickSize, falls)
  const price = kind === 'market' ? position.price : levelOr(position.price, at(entryFalls(direction, kind)))
  return {
    price,
    stopLoss: levelOr(position.stopLoss, at(buys)),
    takeProfit: levelOr(position.takeProfit, at(!buys)),
    trailing: levelOr(position.trailing, at(false)),
    ...(position.trail !== null && {
      best: splitPrice(position.trail.group.stops.bestOf(position.trail), ratio),
    }),
  }
}

/** Converts a waiting order to the new units; the remainder below one step is dropped. */
function planWaiting(position: Position, action: Split): Adjustment {
  const lots = splitLots(position.lots, action.ratio, position.market.lotStep)
  const levels = levelsAfter(position, action)
  const details = {
    ...ratioDetails(action),
    ...lotDetails(position, lots),
    levelBefore: levelOr(position.price, writePrice),
    level: levelOr(levels.price ?? null, writePrice),
  }
  const base = { position, details, quotes: [], moneyMinor: 0n, profitMinor: null }
  if (lots > 0n)
    return {
      ...base,
      change: { ...levels, lots, openPrice: levels.price ?? position.openPrice },
      posting: null,
    }
  const { steps, left } = release(position.holds, null)
  return {
    ...base,
    change: { status: 'cancelled', holds: left },
    posting: cancelPosting(position.id, steps),
  }
}

const ratioDetails = ({ ratio }: Split) => ({ ratio: `${ratio.fresh}:${ratio.old}` })

const lotDetails = ({ lots, market }: Position, after: Lots) => ({
  lotsBefore: writeLots(lots),
  lots: writeLots(after),
  lotStep: writeLots(market.lotStep),
})

function planOpen(
  context: EngineContext,
  position: Position,
  action: Split,
  last: TradableQuote,
): Adjustment | null {
  const { market, account, direction, openPrice } = position
  const values = context.valuation.of(account.mode)
  const conversion = values.conversion(market)
  if (conversion === null) return null
  const { ratio } = action
  const close = closingPrice(direction, ownPrices(market, last))
  const lots = splitLots(position.lots, ratio, market.lotStep)
  const after = { direction, lots, openPrice: splitPrice(openPrice, ratio) }
  const cash = splitCashMinor({ before: position, after, ratio }, close, market.contractSize, conversion)
  const paid = values.paidSince(last)
  const whole = lots === 0n
  const { steps, left } = whole ? release(position.holds, null) : { steps: [], left: position.holds }
  const details = {
    ...actionDetails(context, position, last),
    ...ratioDetails(action),
    price: writePrice(close),
    ...(paid > 0n && { exDividend: writePrice(paid) }),
    ...lotDetails(position, lots),
    openPriceBefore: writePrice(openPrice),
    openPrice: writePrice(after.openPrice),
    cash: writeUsdt(cash),
  }
  const ended: Changed = {
    status: 'closed',
    closePrice: close,
    profitMinor: cash,
    closeReason: 'end',
    closedAt: context.clock.now(),
    holds: left,
  }
  return {
    position,
    change: whole ? ended : { ...levelsAfter(position, action), lots, openPrice: after.openPrice },
    details,
    posting: cashPosting(
      'contract-cash-in-lieu',
      { id: `${position.id}:split:${action.id}`, orderId: position.id },
      contractAccounts(account.userId, account.mode),
      { released: steps, minor: cash, owedMinor: whole ? position.owedMinor : 0n },
    ),
    quotes: quotesOfAction(context, position, last),
    moneyMinor: cash,
    profitMinor: whole ? cash : profitMinor(position, close, market.contractSize, conversion) - cash,
  }
}

/** Null while the position is open and lacks a conversion or the last price; orders that wait need neither (ADR-213). */
export function planSplit(
  context: EngineContext,
  position: Position,
  action: Split,
  last: TradableQuote | null,
): Adjustment | null {
  if (position.status === 'pending') return planWaiting(position, action)
  return last === null ? null : planOpen(context, position, action, last)
}

/** Builds one account's notice of a split. */
export const splitNoticeValues = (
  action: Split,
  of: readonly Adjustment[],
): Readonly<Record<string, string>> => ({
  ...ratioDetails(action),
  orders: String(of.length),
  cash: writeUsdt(of.reduce((sum, { moneyMinor }) => sum + moneyMinor, 0n)),
})
