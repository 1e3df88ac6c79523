import type { supportCalls } from '@candor/contract'
import { defineModule, type ServerContext } from '../module.ts'
import type { HandlersOf } from '../platform/http/handlers.ts'
import { supportHandlers } from './routes.ts'
import { supportOpsHandlers } from './support-ops.ts'
import type { SupportPorts } from './support-ports.ts'
import { eraseMessages } from './support-store.ts'

/** The conversation between customers and the operator's people. */
export const supportModule = defineModule({
  name: 'support',
  open: (context: ServerContext, ports: SupportPorts) => {
    const opened = { ...context, ...ports }
    return {
      handlers: supportHandlers(opened) satisfies HandlersOf<typeof supportCalls>,
      backOffice: { handlers: supportOpsHandlers(opened) },
      eraseCustomer: (tx, userId) => eraseMessages(tx, userId),
    }
  },
})
