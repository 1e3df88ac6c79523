import { writeLots, writePrice, writeUsdt } from '@candor/money'
import { distanceMinor, type MarketAction } from '@candor/rules'
import type { EngineContext } from '../../engine/engine-context.ts'
import type { Position } from '../../engine/position.ts'
import { contractAccounts } from '../../orders/contract-accounts.ts'
import { cashPosting } from '../../orders/order-postings.ts'
import { actionDetails, quotesOfAction } from '../action-details.ts'
import type { Adjustment } from '../adjustment.ts'

type Dividend = Extract<MarketAction, { kind: 'dividend' }>

/** Null while a conversion is missing. */
export function planDividend(
  context: EngineContext,
  position: Position,
  action: Dividend,
): Adjustment | null {
  const { market, account, lots, direction } = position
  const values = context.valuation.of(account.mode)
  const conversion = values.conversion(market)
  if (conversion === null) return null
  const whole = distanceMinor(lots, action.amount, market.contractSize, conversion)
  const minor = direction === 'buy' ? whole : -whole
  return {
    position,
    change: {},
    details: {
      ...actionDetails(context, position, null),
      lots: writeLots(lots),
      perUnit: writePrice(action.amount),
      dividend: writeUsdt(minor),
    },
    posting: cashPosting(
      'contract-dividend',
      { id: `${position.id}:dividend:${action.id}`, orderId: position.id },
      contractAccounts(account.userId, account.mode),
      { released: [], minor, owedMinor: 0n },
    ),
    quotes: quotesOfAction(context, position, null),
    moneyMinor: minor,
    profitMinor: values.profitAfter(position, action),
  }
}

/** A position that was open before its moment gets a dividend; an order that waits holds nothing and gets nothing. */
export const getsDividend = ({ status, openedAt }: Position, { at }: Dividend): boolean =>
  status === 'open' && openedAt !== null && openedAt < at

/** Builds one account's notice of a dividend: shorts pay what longs get. */
export const dividendNoticeValues = (
  action: Dividend,
  of: readonly Adjustment[],
): Readonly<Record<string, string>> => ({
  perUnit: writePrice(action.amount),
  amount: writeUsdt(of.reduce((sum, { moneyMinor }) => sum + moneyMinor, 0n)),
})
