import { z } from 'zod'
import { id, isoTime, pageOf, pageQuery } from '../fields.ts'
import { byWhom, shownHash, shownSection, words } from './operators-ops.ts'
import { operatorRoles, opsCall } from './ops-call.ts'

export const proposalStatus = z.enum(['pending', 'approved', 'rejected', 'withdrawn', 'expired'])
export const proposalEntry = z.object({
  id,
  kind: z.string(),
  summary: z.string(),
  reason: z.string(),
  status: proposalStatus,
  proposedBy: byWhom,
  proposedAt: isoTime,
  expiresAt: isoTime,
  decidedBy: byWhom.nullable(),
  decidedAt: isoTime.nullable(),
  decidedReason: z.string().nullable(),
})
export type ProposalEntry = z.infer<typeof proposalEntry>
export const proposalShown = proposalEntry.extend({
  sections: z.array(shownSection),
  shownHash: z.string(),
  mayApprove: z.boolean(),
})
export type ProposalShown = z.infer<typeof proposalShown>

export const proposalsOps = {
  opsProposals: opsCall({
    method: 'GET',
    path: '/ops/proposals',
    summary: 'Proposals that await or had a second operator’s decision, newest first',
    roles: operatorRoles,
    input: z.object({ status: proposalStatus.optional(), ...pageQuery }),
    result: pageOf(proposalEntry),
  }),
  opsProposal: opsCall({
    method: 'GET',
    path: '/ops/proposals/{id}',
    summary: 'One proposal, what it would do, and the hash of what is shown',
    roles: operatorRoles,
    input: z.object({ id }),
    result: proposalShown,
  }),
  opsApproveProposal: opsCall({
    method: 'POST',
    path: '/ops/proposals/{id}/approve',
    summary: 'Approves and applies a proposal of somebody else, exactly as shown',
    roles: operatorRoles,
    input: z.object({ id, shownHash }),
    result: proposalEntry,
  }),
  opsRejectProposal: opsCall({
    method: 'POST',
    path: '/ops/proposals/{id}/reject',
    summary: 'Refuses a proposal of somebody else, with a reason',
    roles: operatorRoles,
    input: z.object({ id, reason: words }),
    result: proposalEntry,
  }),
  opsWithdrawProposal: opsCall({
    method: 'POST',
    path: '/ops/proposals/{id}/withdraw',
    summary: 'Withdraws one’s own proposal',
    roles: operatorRoles,
    input: z.object({ id }),
    result: proposalEntry,
  }),
} as const
