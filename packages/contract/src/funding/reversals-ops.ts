import { assetCodes } from '@candor/money'
import { z } from 'zod'
import { opsCall } from '../back-office/ops-call.ts'
import { proposalEntry } from '../back-office/proposals-ops.ts'
import { decimal, id, isoTime } from '../fields.ts'

/** Reasons for reversing a credited deposit; the customer reads them in their language. */
export const reversalReasons = ['notReceived', 'notYours', 'twice', 'amount'] as const
export type ReversalReason = (typeof reversalReasons)[number]

const reason = z.string().trim().min(3).max(500)
const roles = ['finance', 'risk', 'admin'] as const

export const claimShown = z.object({
  /** Id of the reversed deposit. */
  id,
  customer: z.object({ id, userName: z.string() }),
  coin: z.enum(assetCodes),
  /** The amount debited at once, and below it the amount that was no longer available. */
  taken: decimal,
  claim: decimal,
  state: z.enum(['none', 'open', 'paid', 'waived']),
  why: z.enum(reversalReasons),
  reason: z.string(),
  at: isoTime,
})
export type ClaimShown = z.infer<typeof claimShown>

/** Deposits that were credited in error, and what customers owe of them. */
export const reversalsOps = {
  opsReversals: opsCall({
    method: 'GET',
    path: '/ops/reversals',
    summary: 'The newest hundred deposits that were taken back, with what is still owed of each',
    roles,
    input: z.object({}),
    result: z.array(claimShown),
  }),
  opsReverseDeposit: opsCall({
    method: 'POST',
    path: '/ops/reversals',
    summary:
      'Proposes to take back a deposit that was credited in error: what is free at once, the rest as a claim',
    roles,
    input: z.object({ depositId: id, why: z.enum(reversalReasons), reason }),
    result: proposalEntry,
  }),
  opsCloseClaim: opsCall({
    method: 'POST',
    path: '/ops/reversals/{id}/close',
    summary: 'Proposes to end a claim: it was paid outside these books, or is given up',
    roles,
    input: z.object({ id, outcome: z.enum(['paid', 'waived']), reason }),
    result: proposalEntry,
  }),
} as const
