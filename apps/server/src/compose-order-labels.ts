import { type Lots, writeLots, writeUsdt } from '@candor/money'
import type { OrderLabel, OrderLabels, TradeDetails, TradeLabels } from './accounts/accounts-ports.ts'
import type { Database } from './platform/database/database.ts'
import { isUuid } from './platform/uuid.ts'
import { optionsByIds } from './trading/options/options-store.ts'
import { OrdersStore } from './trading/orders/orders-store.ts'

/** Reads the orders and options that a statement's lines are of, with one statement each, by their primary keys. */
export function orderLabelsOf(db: Database): OrderLabels['orderLabels'] {
  const tradesOf = tradeDetailsOf(db)
  return async (userId, ids) =>
    new Map(
      [...(await tradesOf(userId, ids))].map(([id, { code, direction, lots }]): [string, OrderLabel] => [
        id,
        { code, direction, lots },
      ]),
    )
}

/** Reads the positions and options of a tax statement in the same way. */
export function tradeDetailsOf(db: Database): TradeLabels['tradeDetails'] {
  const orders = new OrdersStore(db)
  return async (userId, ids) => {
    const valid = ids.filter(isUuid)
    const [contracts, options] = await Promise.all([orders.byIds(valid), optionsByIds(db.query, valid)])
    const own = <Row extends { readonly user_id: string }>(rows: readonly Row[]) =>
      rows.filter((row) => row.user_id === userId)
    return new Map<string, TradeDetails>([
      ...own(contracts).map((row) => [row.id, positionDetails(row)] as const),
      ...own(options).map((row) => [row.id, optionDetails(row)] as const),
    ])
  }
}

const momentOf = (at: bigint | null): number | null => (at === null ? null : Number(at))

const positionDetails = (row: Awaited<ReturnType<OrdersStore['byIds']>>[number]): TradeDetails => ({
  code: row.code,
  direction: row.direction,
  lots: writeLots(row.lots as Lots),
  stake: null,
  openedAt: momentOf(row.opened_at),
  closedAt: momentOf(row.closed_at),
})

const optionDetails = (row: Awaited<ReturnType<typeof optionsByIds>>[number]): TradeDetails => ({
  code: row.code,
  direction: row.direction,
  lots: null,
  stake: writeUsdt(row.stake),
  openedAt: Number(row.opened_at),
  closedAt: momentOf(row.closed_at),
})
