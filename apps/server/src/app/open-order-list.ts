import { splitsSince } from '../market-data/actions.ts'
import type { Database } from '../platform/database/database.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { toPlanOrderResponse } from '../smart/plan-response.ts'
import { plansByIds } from '../smart/smart-store.ts'
import type { TradingRuntime } from '../trading/engine/trading-runtime.ts'
import { optionsByIds } from '../trading/options/options-store.ts'
import { optionsNow } from '../trading/options/routes.ts'
import { orderListHandlers } from '../trading/orders/list-all-orders.ts'

/** Opens the single list of all orders: one view finds them, and each module formats its own lines. */
export const openOrderList = (db: Database, room: TradingRuntime): Handlers =>
  orderListHandlers({
    db,
    room,
    options: async (ids) =>
      optionsNow({ db, board: room.board, splits: splitsSince }, await optionsByIds(db.query, ids)),
    plans: async (ids) => (await plansByIds(db.query, ids)).map(toPlanOrderResponse),
  })
