import { jobsOps } from '@candor/contract'
import { defineModule } from '../../module.ts'
import { measureStuckCases } from './measure-stuck-cases.ts'
import { showStuckCases, waitingStuckCases } from './show-stuck-cases.ts'

/** Cases that jobs could not move, for operators. */
export const jobsModule = defineModule({
  name: 'jobs',
  opsCalls: jobsOps,
  open: ({ db }) => ({
    backOffice: {
      handlers: { opsStuckCases: () => showStuckCases(db) },
      queues: [
        {
          page: 'stuck',
          roles: jobsOps.opsStuckCases.roles,
          waiting: (limit) => waitingStuckCases(db, limit),
        },
      ],
    },
    measure: (registry) => measureStuckCases(registry, db),
  }),
})
