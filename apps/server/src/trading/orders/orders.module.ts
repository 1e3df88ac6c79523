import { defineModule } from '../../module.ts'
import { hasOpenOrders } from './has-open-orders.ts'

/** Contracts and waiting orders, apart from the engine that carries them out. */
export const ordersModule = defineModule({
  name: 'orders',
  open: () => ({
    closureBlockers: async (tx, userId) => ((await hasOpenOrders(tx, userId)) ? ['orders'] : []),
  }),
})
