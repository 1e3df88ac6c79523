import type { supportCalls } from '@candor/contract'
import { defineModule, type ServerContext } from '../module.ts'
import type { HandlersOf } from '../platform/http/handlers.ts'
import { supportHandlers } from './routes.ts'
import type { SupportDeps } from './support-deps.ts'
import { supportOpsHandlers } from './support-ops.ts'
import { eraseMessages } from './support-store.ts'

/** The conversation between customers and the operator's people. */
export const supportModule = defineModule({
  name: 'support',
  open: (context: ServerContext, ports: Pick<SupportDeps, 'claims' | 'customers' | 'pictures'>) => {
    const deps: SupportDeps = { ...context, ...ports, audit: context.console.audit }
    return {
      handlers: supportHandlers(deps) satisfies HandlersOf<typeof supportCalls>,
      backOffice: { handlers: supportOpsHandlers(deps) },
      eraseCustomer: (tx, userId) => eraseMessages(tx, userId),
    }
  },
})
