import { moneyBeforeOps, relatedOps } from '@candor/contract'
import { defineModule, type ServerContext } from '../../module.ts'
import { findRelated } from './find-related.ts'
import { readMoneyBefore } from './read-money-before.ts'
import type { ReviewPorts } from './review-ports.ts'

/** Context of a claimed case for its review: other accounts of its person, and what moved before (ADR-259). */
export const reviewContextModule = defineModule({
  name: 'review-context',
  opsCalls: { ...relatedOps, ...moneyBeforeOps },
  open: (_context: ServerContext, ports: ReviewPorts) => ({
    backOffice: {
      handlers: {
        opsRelatedAccounts: async (ref, operator) =>
          findRelated(ports, (await ports.caseInHand(ref, 'related', operator)).customerId),
        opsMoneyBefore: async (ref, operator) =>
          readMoneyBefore(ports.money, await ports.caseInHand(ref, 'money', operator)),
      },
    },
  }),
})
