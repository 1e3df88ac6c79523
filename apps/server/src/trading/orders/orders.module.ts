import { defineModule } from '../../module.ts'
import { thinEquity } from '../equity/thin-equity.ts'
import { hasOpenOrders } from './has-open-orders.ts'

const tenMinutesMs = 600_000

/** Contracts and waiting orders, apart from the engine that carries them out. */
export const ordersModule = defineModule({
  name: 'orders',
  open: ({ db, clock }) => ({
    jobs: [
      {
        name: 'thin-equity',
        noCases: 'deletes by age, stretch after stretch',
        everyMs: tenMinutesMs,
        run: () => thinEquity(db, clock.now()),
      },
    ],
    closureBlockers: async (tx, userId) => ((await hasOpenOrders(tx, userId)) ? ['orders'] : []),
  }),
})
