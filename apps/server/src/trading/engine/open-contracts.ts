import type { ContractOrder, CustomerShown } from '@candor/contract'
import { type Lots, type Price, writeLots, writePrice, writeUsdt } from '@candor/money'
import type { Database } from '../../platform/database/database.ts'

/**
 * Lists a customer's open contracts in both accounts, the newest first, each with its newest price and the result of closing at it as
 * the engine (`now`) has them; null without a price.
 */
export async function openContractsOf(
  db: Database,
  userId: string,
  now: (ids: readonly string[]) => Promise<readonly ContractOrder[]>,
): Promise<CustomerShown['positions']> {
  const rows = await db.query
    .selectFrom('orders_contracts')
    .select(['id', 'mode', 'code', 'direction', 'lots', 'open_price', 'margin', 'created_at', 'opened_at'])
    .where('user_id', '=', userId)
    .where('status', '=', 'open')
    .orderBy('sequence', 'desc')
    .limit(100)
    .execute()
  const orders = new Map((await now(rows.map(({ id }) => id))).map((order) => [order.id, order]))
  return rows.map((row) => ({
    id: row.id,
    mode: row.mode,
    code: row.code,
    direction: row.direction,
    lots: writeLots(row.lots as Lots),
    openPrice: writePrice((row.open_price ?? 0n) as Price),
    lastPrice: orders.get(row.id)?.lastPrice ?? null,
    profit: orders.get(row.id)?.profit ?? null,
    margin: writeUsdt(row.margin),
    openedAt: new Date(Number(row.opened_at ?? row.created_at)).toISOString(),
  }))
}

/** Lists the newest closed contracts of a customer in both accounts, and the closed parts of open ones. */
export async function closedContractsOf(db: Database, userId: string): Promise<CustomerShown['trades']> {
  const rows = await db.query
    .selectFrom('orders_contracts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '=', 'closed')
    .orderBy('closed_at', 'desc')
    .limit(30)
    .execute()
  return rows.map((row) => ({
    ...{ id: row.id, orderNo: row.order_no, mode: row.mode, code: row.code, direction: row.direction },
    lots: writeLots(row.lots as Lots),
    openPrice: writePrice((row.open_price ?? 0n) as Price),
    closePrice: writePrice((row.close_price ?? 0n) as Price),
    result: writeUsdt((row.profit ?? 0n) + row.swap - row.fee),
    reason: row.close_reason ?? '',
    closedAt: new Date(Number(row.closed_at)).toISOString(),
  }))
}
