import { z } from 'zod'
import { opsCall } from '../back-office/ops-call.ts'
import { proposalEntry } from '../back-office/proposals-ops.ts'
import { boundedRate, decimal, isoTime, positiveDecimal } from '../fields.ts'
import { loanProduct } from './loans.ts'

const roles = ['finance', 'admin'] as const

/** Loans on offer, with limits and prices; amounts in USDT, rates as shares a day. */
export const loanOffer = z.object({
  /** Terms in days. */
  terms: z.array(z.number().int().positive().max(36_500)).min(1).max(12),
  minimum: positiveDecimal,
  tier1Most: positiveDecimal,
  tier2Most: positiveDecimal,
  freeDays: z.number().int().min(0).max(36_500),
  dailyRate: boundedRate,
  /** Share of the overdue amount. */
  overdueRate: boundedRate,
})
export type LoanOfferTerms = z.infer<typeof loanOffer>

export const loanProductShown = loanProduct.extend({
  /** False: this term is no longer offered; loans already requested keep their terms. */
  lent: z.boolean(),
  /** Requested and not yet decided. */
  waiting: z.number().int(),
  /** Paid out and not repaid, with the principal still outstanding. */
  running: z.number().int(),
  owed: decimal,
  /** Number of loans paid out so far. */
  paidOut: z.number().int(),
})
export type LoanProductShown = z.infer<typeof loanProductShown>

/** One change to the offer; one decision may make several at the same time. */
export const loanOfferChange = z.object({
  part: loanOffer.keyof(),
  /** Null: the rulebook's value. */
  before: z.string().nullable(),
  after: z.string(),
  reason: z.string(),
  changedBy: z.string(),
  approvedBy: z.string().nullable(),
  at: isoTime,
})
export type LoanOfferChange = z.infer<typeof loanOfferChange>

/** Console calls for loan products. */
export const loansOps = {
  opsLoanOffer: opsCall({
    method: 'GET',
    path: '/ops/loans/offer',
    summary: 'For how many days money is lent, at what cost, what was lent of it, and every change of it',
    roles,
    input: z.object({}),
    result: z.object({
      offer: loanOffer,
      products: z.array(loanProductShown),
      /** `free` can still be lent; `held` is reserved for applications. */
      capital: z.object({ balance: decimal, held: decimal, free: decimal }),
      changes: z.array(loanOfferChange),
    }),
  }),
  opsProposeLoanOffer: opsCall({
    method: 'POST',
    path: '/ops/loans/offer',
    summary: 'Proposes what is lent from now on; loans already asked for keep their terms',
    roles,
    input: loanOffer.extend({ reason: z.string().trim().min(3).max(500) }),
    result: proposalEntry,
  }),
} as const
