import { refusals } from '@candor/refusals'
import { z } from 'zod'
import { call } from '../call.ts'
import { boundedDecimal, decimal, id, isoTime, pageOf, pageQuery, wholeNumber } from '../fields.ts'

export const loanStatus = z.enum(['pending', 'repaying', 'overdue', 'repaid', 'rejected'])
export type LoanStatus = z.infer<typeof loanStatus>

/** Loan terms for one number of days; rates are shares a day, amounts in USDT. */
export const loanProduct = z.object({
  days: z.number().int(),
  minAmount: decimal,
  /** Limit for a customer whose identity is approved. */
  tier1Most: decimal,
  /** Limit for a customer who has also repaid a loan on time, or whom a reviewer raised. */
  tier2Most: decimal,
  dailyRate: decimal,
  /** Share of the overdue amount, once the loan is due. */
  overlayRate: decimal,
  /** Number of first days without interest. */
  freeDays: z.number().int(),
  /** Effective annual percentage rate, to 0.01 %, free days included. */
  apr: decimal,
  /** The daily rate times 365. */
  yearlyRate: decimal,
})
export type LoanProduct = z.infer<typeof loanProduct>

const timelineEntry = z.object({
  status: loanStatus,
  at: isoTime,
  /** Reason, as a key of the texts. */
  reason: z.string().optional(),
})

/** The loan entity; amounts in USDT. */
export const loan = z.object({
  id,
  loanNo: z.string(),
  amount: decimal,
  days: z.number().int(),
  freeDays: z.number().int(),
  dailyRate: decimal,
  /** Share of the overdue amount, a day. */
  overlayRate: decimal,
  /** All charges if nothing more is repaid before the due date: those so far and those to come. */
  totalInterest: decimal,
  /** Charged and not yet paid: interest and overdue charges. */
  currentInterest: decimal,
  /** The part of the charges for late payment. */
  overdueInterest: decimal,
  /** Start of the first day with interest; null before the payout. */
  interestFrom: isoTime.nullable(),
  dueAt: isoTime.nullable(),
  /** Sum of amount and total interest. */
  totalRepayment: decimal,
  repaid: decimal,
  /** The part of the amount that is not yet repaid. */
  principalLeft: decimal,
  /** Amount that repays the whole loan now. */
  owed: decimal,
  apr: decimal,
  agreementHash: z.string(),
  signedName: z.string(),
  status: loanStatus,
  timeline: z.array(timelineEntry),
  createdAt: isoTime,
  startedAt: isoTime.nullable(),
  closedAt: isoTime.nullable(),
})
export type Loan = z.infer<typeof loan>

export const loanDay = z.object({
  day: z.number().int(),
  interest: decimal,
  /** Amount that repays the whole loan as this day ends. */
  owed: decimal,
})

export const loanAgreement = z.object({
  title: z.string(),
  sections: z.array(z.object({ heading: z.string(), text: z.string() })),
})
export type LoanAgreement = z.infer<typeof loanAgreement>

/** A loan with the agreement as it was signed, and the language of its text. */
export const loanWithAgreement = loan.extend({ agreement: loanAgreement, language: z.string() })
export type LoanWithAgreement = z.infer<typeof loanWithAgreement>

export const loanPreview = z.object({
  amount: decimal,
  days: z.number().int(),
  schedule: z.array(loanDay),
  totalInterest: decimal,
  totalRepayment: decimal,
  apr: decimal,
  yearlyRate: decimal,
  agreement: loanAgreement,
  /** SHA-256 of the agreement's text, hex: the customer signs it. */
  agreementHash: z.string(),
})
export type LoanPreview = z.infer<typeof loanPreview>

export const loanLimit = z.object({
  verified: z.boolean(),
  /** 0 before identity is approved. */
  tier: z.number().int(),
  most: decimal,
  /** Amount the customer may still borrow. */
  left: decimal,
  /** The customer has a loan past its due date; meanwhile no other is granted. */
  overdue: z.boolean(),
})

const own = '/swx/customer/user'
const days = wholeNumber.positive()

export const loansCalls = {
  listLoanProducts: call({
    method: 'GET',
    path: `${own}/listLoanProducts`,
    summary: 'For how many days money is lent, how much, and what it costs',
    access: 'visitor',
    input: z.object({}),
    result: z.array(loanProduct),
  }),
  loanLimit: call({
    method: 'GET',
    path: `${own}/loanLimit`,
    summary: 'The customer’s loan limit and the part of it still available',
    access: 'customer',
    input: z.object({}),
    result: loanLimit,
  }),
  previewLoan: call({
    method: 'POST',
    path: `${own}/previewLoan`,
    summary:
      'Previews a loan: its cost day by day, and the agreement in the request’s language with its hash',
    access: 'customer',
    realOnly: true,
    input: z.object({ amount: boundedDecimal, days }),
    result: loanPreview,
    fieldCodes: { days: refusals.loanTermNotOffered },
  }),
  loan: call({
    method: 'POST',
    path: `${own}/loan`,
    summary: 'Applies for a loan with the signed agreement; it goes to a reviewer',
    access: 'customer',
    realOnly: true,
    verifiedOnly: true,
    input: z.object({
      amount: boundedDecimal,
      days,
      /** Hash of the agreement that `previewLoan` showed, in the same language. */
      agreementHash: z.string().regex(/^[0-9a-f]{64}$/),
      /** An uploaded picture of the drawn signature (`upload`, purpose signature). */
      signature: id,
      signedName: z.string().trim().min(1).max(120),
    }),
    result: loan,
    success: 20001,
    movesMoney: true,
    fieldCodes: { days: refusals.loanTermNotOffered },
  }),
  repayLoan: call({
    method: 'POST',
    path: `${own}/repayLoan`,
    summary: 'Repays a part of a loan, or the whole where no amount is named',
    access: 'customer',
    realOnly: true,
    input: z.object({ id, amount: boundedDecimal.optional() }),
    result: loan,
    movesMoney: true,
  }),
  listLoanRecord: call({
    method: 'GET',
    path: `${own}/listLoanRecord`,
    summary: 'The customer’s loans, newest first; a demo account has none',
    access: 'customer',
    input: z.object({ status: loanStatus.optional(), ...pageQuery }),
    result: pageOf(loan),
  }),
  getLoan: call({
    method: 'GET',
    path: `${own}/loan/{id}`,
    summary: 'One loan, with the agreement as it was signed',
    access: 'customer',
    realOnly: true,
    input: z.object({ id }),
    result: loanWithAgreement,
  }),
  loanAgreement: call({
    method: 'GET',
    path: `${own}/loan/{id}/agreement`,
    summary: 'The signed agreement as a PDF, in the language it was signed in',
    access: 'customer',
    realOnly: true,
    input: z.object({ id }),
    result: z.string(),
  }),
} as const
