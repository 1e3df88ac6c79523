import { hourMs } from '@candor/rules/time-units.ts'
import { defineModule, type ServerContext } from '../../module.ts'
import { forgetOldKeys } from '../http/idempotency/run-once.ts'
import { forgetLimits } from '../limits/limit-rules.ts'

/** Limits and keys of requests, deleted when they have served their time. */
export const housekeepingModule = defineModule({
  name: 'housekeeping',
  open: ({ db, clock }: ServerContext, _ports: Record<string, never>) => ({
    jobs: [
      {
        name: 'forget-limits',
        noCases: 'one statement',
        everyMs: hourMs,
        run: () => forgetLimits({ db, clock }),
      },
      {
        name: 'forget-keys',
        noCases: 'one statement',
        everyMs: hourMs,
        run: () => forgetOldKeys(db.query, clock),
      },
    ],
  }),
})
