import { type Lots, type Price, writeLots, writePrice } from '@candor/money'
import type { Market } from '@candor/rules'
import { writeUsdt } from './order-entity.ts'
import type { ContractRow, EventRow } from './orders-tables.ts'

/**
 * The document a receipt signs: the order with the terms it was bought with, and each event with its quotes, formula,
 * inputs and results. It names no customer, so the public address shows the same document.
 */
export function contractReceipt(
  row: ContractRow,
  events: readonly EventRow[],
  market: Market,
): Readonly<Record<string, unknown>> {
  const price = (value: bigint | null) => (value === null ? null : writePrice(value as Price))
  return {
    version: 1,
    kind: 'contract',
    order: {
      id: row.id,
      orderNo: row.order_no,
      mode: row.mode,
      code: row.code,
      direction: row.direction,
      kind: row.kind,
      lots: writeLots(row.lots as Lots),
      contractSize: market.contractSize.toString(),
      leverage: row.leverage,
      commissionRate: row.terms.commissionRate,
      swapLong: row.terms.swapLong,
      swapShort: row.terms.swapShort,
      openPrice: price(row.open_price),
      closePrice: price(row.close_price),
      margin: writeUsdt(row.margin),
      fee: writeUsdt(row.fee),
      swap: writeUsdt(row.swap),
      profit: row.profit === null ? null : writeUsdt(row.profit),
      status: row.status,
      closeReason: row.close_reason,
    },
    events: events.map(({ number, kind, at, facts }) => ({ number, kind, at: Number(at), ...facts })),
  }
}
