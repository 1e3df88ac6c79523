import type { Database } from '../db/database.ts'
import type { Handlers } from '../http/handlers.ts'
import { splitsSince } from '../markets/actions.ts'
import { optionsByIds } from '../options/options-store.ts'
import { optionsNow } from '../options/routes.ts'
import { orderListHandlers } from '../orders/list-all-orders.ts'
import type { TradingRuntime } from '../orders/trading-runtime.ts'
import { toPlanOrderResponse } from '../smart/plan-response.ts'
import { plansByIds } from '../smart/smart-store.ts'

/** Opens the single list of all orders: one view finds them, and each module formats its own lines. */
export const openOrderList = (db: Database, room: TradingRuntime): Handlers =>
  orderListHandlers({
    db,
    room,
    options: async (ids) =>
      optionsNow({ db, board: room.board, splits: splitsSince }, await optionsByIds(db.query, ids)),
    plans: async (ids) => (await plansByIds(db.query, ids)).map(toPlanOrderResponse),
  })
