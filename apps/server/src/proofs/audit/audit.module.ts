import { auditOps } from '@candor/contract'
import { defineModule } from '../../module.ts'
import { auditHandlers } from './audit-routes.ts'

/** The audit log as operators read and check it. */
export const auditModule = defineModule({
  name: 'audit',
  opsCalls: auditOps,
  open: ({ db }) => ({
    backOffice: { handlers: auditHandlers(db) },
  }),
})
