import { smartCalls, smartOps } from '@candor/contract'
import { defineModule, type ServerContext } from '../module.ts'
import { payDuePlans } from './pay-due-plans.ts'
import { planHouseAccounts } from './plan-postings.ts'
import { smartBackOffice } from './products-ops.ts'
import { smartHandlers } from './routes.ts'
import { addSampleProducts } from './sample-products.ts'
import type { SmartPorts } from './smart-ports.ts'
import { hasEarningPlan, plansEarnedSince } from './smart-store.ts'

/** Smart plans. No process caches them, so any process serves and pays them. */
export const smartModule = defineModule({
  name: 'smart',
  calls: smartCalls,
  opsCalls: smartOps,
  export: [{ call: 'listSmartOrder', folder: 'real', list: 'receipts' }],
  customerTables: {
    smart_plans: { exported: ['listSmartOrder'], erased: { retained: 'they are in the books' } },
  },
  accounts: planHouseAccounts,
  open: async (context: ServerContext, ports: SmartPorts) => {
    if (context.sandbox) await addSampleProducts(context.db)
    return {
      handlers: smartHandlers({ ...context, ...ports }),
      backOffice: smartBackOffice(context),
      jobs: [{ name: 'pay-plans', everyMs: 2_000, alsoAtStart: true, run: () => payDuePlans(context) }],
      closureBlockers: async (tx, userId) => ((await hasEarningPlan(tx, userId)) ? ['plans'] : []),
      earnedSince: async (userId, mode, sinceMs) =>
        mode === 'real' ? plansEarnedSince(context.db.query, userId, sinceMs) : 0n,
    }
  },
})
