import { vipCalls } from '@candor/contract'
import { defineModule, type ServerContext } from '../../module.ts'
import { payFeeRebates, vipHandlers } from './fee-rebates.ts'

const everyMs = 20_000

/** The VIP rebates on a day's fees (ADR-113). */
export const rebatesModule = defineModule({
  name: 'rebates',
  calls: vipCalls,
  customerTables: {
    orders_fee_rebates: { exported: ['statement'], erased: { retained: 'they are in the books' } },
    orders_fee_rebates_owed: {
      exported: { instead: 'paid rebates are in the statement' },
      erased: { retained: 'they are in the books' },
    },
  },
  open: (context: ServerContext, _ports: Record<string, never>) => ({
    handlers: vipHandlers(context),
    jobs: [{ name: 'pay-fee-rebates', everyMs, run: () => payFeeRebates(context) }],
  }),
})
