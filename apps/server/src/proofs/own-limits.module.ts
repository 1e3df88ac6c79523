import { trustCalls } from '@candor/contract'
import { defineModule, type ServerContext } from '../module.ts'
import { ownLimitOf, ownLimitOfLeverage } from './own-limits/own-limit.ts'
import { trustHandlers } from './routes.ts'

/** Customers' own limits (trust T17), judged where the engine leads. */
export const ownLimitsModule = defineModule({
  name: 'own-limits',
  calls: trustCalls,
  export: [
    { call: 'limits', folder: 'person' },
    { call: 'understanding', folder: 'person' },
  ],
  customerTables: {
    trust_limits: { exported: ['limits'], erased: { retained: 'they explain refused orders' } },
    trust_understanding: { exported: ['understanding'], erased: { retained: 'it explains admitted orders' } },
  },
  open: (context: ServerContext, _ports: Record<string, never>) => ({
    handlers: trustHandlers(context),
    ownLimit: ownLimitOf(context),
    ownLimitOfLeverage: ownLimitOfLeverage(context),
  }),
})
