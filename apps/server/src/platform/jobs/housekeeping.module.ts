import { hourMs } from '@candor/rules/time-units.ts'
import { defineModule, type ServerContext } from '../../module.ts'
import { forgetOldKeys, forgetResponsesOf } from '../http/idempotency/run-once.ts'
import { forgetLimits } from '../limits/limit-rules.ts'

/** Limits and keys of requests, deleted when they have served their time. */
export const housekeepingModule = defineModule({
  name: 'housekeeping',
  customerTables: {
    http_idempotency: { exported: { instead: 'copies of responses, for a day' }, erased: 'rows' },
  },
  open: ({ db, clock }: ServerContext, _ports: Record<string, never>) => ({
    eraseCustomer: (tx, userId) => forgetResponsesOf(tx, userId),
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
