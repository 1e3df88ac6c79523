import { orderTagsCalls } from '@candor/contract'
import { defineModule } from '../../module.ts'
import { thinEquity } from '../equity/thin-equity.ts'
import { hasOpenOrders } from './has-open-orders.ts'
import { removeTagsOf } from './tags/order-tags-store.ts'
import { orderTagsHandlers } from './tags/tag-orders.ts'

const tenMinutesMs = 600_000

/** Contracts and waiting orders, apart from the engine that carries them out, and the tags of orders. */
export const ordersModule = defineModule({
  name: 'orders',
  calls: orderTagsCalls,
  customerTables: {
    orders_tags: { exported: ['listContractOrder', 'listOptionsOrder'], erased: 'rows' },
  },
  open: ({ db, clock }) => ({
    handlers: orderTagsHandlers(db),
    jobs: [
      {
        name: 'thin-equity',
        noCases: 'deletes by age, stretch after stretch',
        everyMs: tenMinutesMs,
        run: () => thinEquity(db, clock.now()),
      },
    ],
    closureBlockers: async (tx, userId) => ((await hasOpenOrders(tx, userId)) ? ['orders'] : []),
    eraseCustomer: (tx, userId) => removeTagsOf(tx, userId),
  }),
})
