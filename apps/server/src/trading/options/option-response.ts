import type { Option } from '@candor/contract'
import { type Price, priceScale, type Rate, writePrice, writeRate, writeUsdt } from '@candor/money'
import { breakEvenWinRate, countedPrice, ratioText, type SplitRatio } from '@candor/rules'
import type { Selectable } from 'kysely'
import { isoOf } from '../../platform/iso-time.ts'
import type { OptionsTables } from './options-tables.ts'

export type OptionRow = Selectable<OptionsTables['options_orders']>

/** A new option, open and without a number yet. */
export type NewOption = Omit<OptionRow, 'status' | 'sequence' | 'split_fresh' | 'split_old'>

const nothingOfALeveragedPosition = {
  lots: null,
  leverage: null,
  margin: null,
  stopLoss: null,
  takeProfit: null,
  trailing: null,
} as const

/** Returns the product of the splits between opening and closing. */
export const splitOf = ({ split_fresh, split_old }: OptionRow): SplitRatio => ({
  fresh: split_fresh,
  old: split_old,
})

/** The closing price in the shares of the opening; null while it runs and without a quote. */
export const closePriceOf = (row: OptionRow): Price | null =>
  row.close_price === null ? null : countedPrice(row.close_price as Price, splitOf(row))

/** Present state of a running option's market. */
export interface MarketNow {
  readonly lastPrice: Price | null
  /** Product of the splits since its opening so far. */
  readonly split: SplitRatio
}

/** The option entity; `now` is of one that runs, its price in new shares; `digits` the market's decimals. */
export function toOptionResponse(row: OptionRow, now: MarketNow, digits: number): Option {
  const price = (value: Price | null) =>
    value === null ? null : writePrice(value, Math.min(digits, priceScale))
  const lastPrice = now.lastPrice && countedPrice(now.lastPrice, now.split)
  return {
    id: row.id,
    orderNo: row.order_no,
    type: 'options',
    code: row.code,
    direction: row.direction,
    kind: 'market',
    ...nothingOfALeveragedPosition,
    openPrice: writePrice(row.open_price as Price, digits),
    closePrice: price(closePriceOf(row)),
    lastPrice: price(row.status === 'closed' ? closePriceOf(row) : lastPrice),
    split: ratioText(row.status === 'closed' ? splitOf(row) : now.split),
    fee: writeUsdt(0n),
    swap: writeUsdt(0n),
    profit: row.profit === null ? null : writeUsdt(row.profit),
    status: row.status,
    closeReason: closeReasonOf(row),
    createdAt: isoOf(row.opened_at),
    openedAt: isoOf(row.opened_at),
    closedAt: row.closed_at === null ? null : isoOf(row.closed_at),
    expiresAt: isoOf(row.expires_at),
    mode: row.mode,
    periodSeconds: row.period_seconds,
    settleWithinSeconds: row.settle_within_ms / 1000,
    amount: writeUsdt(row.stake),
    payoutRate: writeRate(row.payout_rate as Rate),
    breakEvenWinRate: writeRate(breakEvenWinRate(row.payout_rate as Rate)),
    result: row.result,
    refundReason: row.refund_reason,
    source: row.source,
  }
}

function closeReasonOf(row: OptionRow): Option['closeReason'] {
  if (row.status === 'open') return null
  return row.refund_reason === 'reset' ? 'user' : 'expiry'
}
