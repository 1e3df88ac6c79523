import { type Lots, writeLots } from '@candor/money'
import type { OrderLabel, OrderLabels } from './accounts/accounts-ports.ts'
import type { Database } from './platform/database/database.ts'
import { isUuid } from './platform/uuid.ts'
import { optionsByIds } from './trading/options/options-store.ts'
import { OrdersStore } from './trading/orders/orders-store.ts'

/** Reads the orders and options that a statement's lines are of, with one statement each, by their primary keys. */
export function orderLabelsOf(db: Database): OrderLabels['orderLabels'] {
  const orders = new OrdersStore(db)
  return async (userId, ids) => {
    const valid = ids.filter(isUuid)
    const [contracts, options] = await Promise.all([orders.byIds(valid), optionsByIds(db.query, valid)])
    const own = <Row extends { readonly user_id: string }>(rows: readonly Row[]) =>
      rows.filter((row) => row.user_id === userId)
    return new Map<string, OrderLabel>([
      ...own(contracts).map(
        ({ id, code, direction, lots }) => [id, { code, direction, lots: writeLots(lots as Lots) }] as const,
      ),
      ...own(options).map(({ id, code, direction }) => [id, { code, direction, lots: null }] as const),
    ])
  }
}
