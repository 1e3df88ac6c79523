import type { auditOps } from '@candor/contract'
import type { OpsHandlersOf } from '../../back-office/operators/ops-handlers.ts'
import { defineModule } from '../../module.ts'
import { auditHandlers } from './audit-routes.ts'

/** The audit log as operators read and check it. */
export const auditModule = defineModule({
  name: 'audit',
  open: ({ db }) => ({
    backOffice: { handlers: auditHandlers(db) satisfies OpsHandlersOf<typeof auditOps> },
  }),
})
