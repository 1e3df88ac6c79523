import type { Option } from '@candor/contract'
import { type Price, priceScale, type Rate, writePrice, writeRate, writeScaled } from '@candor/money'
import { breakEvenWinRate } from '@candor/rules'
import type { Selectable } from 'kysely'
import type { OptionsTables } from './options-tables.ts'

export type OptionRow = Selectable<OptionsTables['options_orders']>

/** The wire form of an amount in USDT's smallest unit. */
export const writeUsdt = (minor: bigint): string => writeScaled(minor, 6, 6)
const isoOf = (ms: bigint): string => new Date(Number(ms)).toISOString()

const nothingOfALeveragedPosition = {
  lots: null,
  leverage: null,
  margin: null,
  stopLoss: null,
  takeProfit: null,
  trailing: null,
} as const

/** The option entity; `lastPrice` is the newest mid while it runs, `digits` the market's decimals. */
export function optionOnWire(row: OptionRow, lastPrice: Price | null, digits: number): Option {
  const price = (value: bigint | null) =>
    value === null ? null : writePrice(value as Price, Math.min(digits, priceScale))
  return {
    id: row.id,
    orderNo: row.order_no,
    type: 'options',
    code: row.code,
    direction: row.direction,
    kind: 'market',
    ...nothingOfALeveragedPosition,
    openPrice: writePrice(row.open_price as Price, digits),
    closePrice: price(row.close_price),
    lastPrice: price(row.status === 'closed' ? row.close_price : lastPrice),
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
