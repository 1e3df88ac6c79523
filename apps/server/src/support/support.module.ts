import { supportCalls, supportOps } from '@candor/contract'
import { defineModule, type ServerContext } from '../module.ts'
import { supportHandlers } from './routes.ts'
import { supportOpsHandlers, supportQueue } from './support-ops.ts'
import type { SupportPorts } from './support-ports.ts'
import { eraseMessages } from './support-store.ts'

/** The conversation between customers and the operator's people. */
export const supportModule = defineModule({
  name: 'support',
  calls: supportCalls,
  opsCalls: supportOps,
  export: [{ call: 'listSupport', folder: 'person', list: 'plain' }],
  customerTables: {
    support_conversations: { exported: ['listSupport'], erased: { retained: 'times and an id only' } },
    support_messages: { exported: ['listSupport'], erased: 'words' },
  },
  open: (context: ServerContext, ports: SupportPorts) => {
    const opened = { ...context, ...ports }
    return {
      handlers: supportHandlers(opened),
      backOffice: { handlers: supportOpsHandlers(opened), queues: [supportQueue(context.db)] },
      eraseCustomer: (tx, userId) => eraseMessages(tx, userId),
    }
  },
})
