import { orderListCalls } from '@candor/contract'
import { defineModule, type ServerContext } from '../../../module.ts'
import type { TradingRuntime } from '../../engine/trading-runtime.ts'
import { optionsByIds } from '../../options/options-store.ts'
import { optionsNow } from '../../options/routes.ts'
import type { SplitsSince } from '../../options/settlement/splits-since.ts'
import { type OrderListContext, orderListHandlers } from './list-all-orders.ts'

export interface OrderListPorts {
  readonly runtime: TradingRuntime
  readonly splits: SplitsSince
  /** From the smart module: these of a customer's plans, in their present state. */
  readonly plans: OrderListContext['plans']
}

/** The single list of all orders: one view finds them, and each kind formats its own lines. */
export const orderListModule = defineModule({
  name: 'order-list',
  calls: orderListCalls,
  open: ({ db }: ServerContext, { runtime, splits, plans }: OrderListPorts) => ({
    handlers: orderListHandlers({
      ...{ db, runtime, plans },
      options: async (ids) =>
        optionsNow({ db, board: runtime.board, splits }, await optionsByIds(db.query, ids)),
    }),
  }),
})
