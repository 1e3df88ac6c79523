import { relatedOps } from '@candor/contract'
import { defineModule, type ServerContext } from '../../module.ts'
import { findRelated } from './find-related.ts'
import type { RelatedPorts } from './related-ports.ts'

/** Other accounts of the person in a claimed case, for its review (ADR-259). */
export const relatedModule = defineModule({
  name: 'related',
  opsCalls: relatedOps,
  open: (_context: ServerContext, ports: RelatedPorts) => ({
    backOffice: {
      handlers: {
        opsRelatedAccounts: async (ref, operator) =>
          findRelated(ports, await ports.customerInHand(ref, 'related', operator)),
      },
    },
  }),
})
