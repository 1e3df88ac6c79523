import type { jobsOps } from '@candor/contract'
import type { OpsHandlersOf } from '../../back-office/operators/ops-handlers.ts'
import { defineModule } from '../../module.ts'
import { measureStuckCases } from './measure-stuck-cases.ts'
import { showStuckCases } from './show-stuck-cases.ts'

/** Cases that jobs could not move, for operators. */
export const jobsModule = defineModule({
  name: 'jobs',
  open: ({ db }) => ({
    backOffice: {
      handlers: { opsStuckCases: () => showStuckCases(db) } satisfies OpsHandlersOf<typeof jobsOps>,
    },
    measure: (registry) => measureStuckCases(registry, db),
  }),
})
