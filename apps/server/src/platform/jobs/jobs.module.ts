import { jobsOps } from '@candor/contract'
import { defineModule } from '../../module.ts'
import { measureStuckCases } from './measure-stuck-cases.ts'
import { showStuckCases } from './show-stuck-cases.ts'

/** Cases that jobs could not move, for operators. */
export const jobsModule = defineModule({
  name: 'jobs',
  opsCalls: jobsOps,
  open: ({ db }) => ({
    backOffice: {
      handlers: { opsStuckCases: () => showStuckCases(db) },
    },
    measure: (registry) => measureStuckCases(registry, db),
  }),
})
