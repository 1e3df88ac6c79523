import { refusals } from '@candor/refusals'
import { z } from 'zod'
import { call } from './call.ts'
import { decimal, id, isoTime, pageOf, pageQuery } from './fields.ts'

export const loanStatus = z.enum(['pending', 'repaying', 'overdue', 'repaid', 'rejected'])
export type LoanStatus = z.infer<typeof loanStatus>

/** What is lent for one number of days; rates are shares a day, amounts in USDT. */
export const loanProduct = z.object({
  days: z.number().int(),
  minAmount: decimal,
  /** For a customer whose identity is approved. */
  tier1Most: decimal,
  /** For one who has repaid a loan on time as well, or whom a reviewer raised. */
  tier2Most: decimal,
  dailyRate: decimal,
  /** Once the loan is due, on what is overdue. */
  overlayRate: decimal,
  /** The first days, which cost nothing. */
  freeDays: z.number().int(),
  /** Effective annual percentage rate, to 0.01 %, with the free days in it. */
  apr: decimal,
  /** The daily rate times 365. */
  yearlyRate: decimal,
})
export type LoanProduct = z.infer<typeof loanProduct>

const timelineEntry = z.object({
  status: loanStatus,
  at: isoTime,
  /** Why, a key of the texts. */
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
  /** Share a day of what is overdue. */
  overlayRate: decimal,
  /** All it costs if nothing more is repaid before it is due: charged so far and still to come. */
  totalInterest: decimal,
  /** Charged and not yet paid: interest and overdue charges. */
  currentInterest: decimal,
  /** Of what was charged, for being late. */
  overdueInterest: decimal,
  /** When the first day that costs something begins; null before the money is paid out. */
  interestFrom: isoTime.nullable(),
  dueAt: isoTime.nullable(),
  /** Amount and total interest. */
  totalRepayment: decimal,
  repaid: decimal,
  /** Of the amount, not yet repaid. */
  principalLeft: decimal,
  /** What repaying the whole takes now. */
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
  /** What repaying the whole as this day ends would take. */
  owed: decimal,
})

export const loanAgreement = z.object({
  title: z.string(),
  sections: z.array(z.object({ heading: z.string(), text: z.string() })),
})
export type LoanAgreement = z.infer<typeof loanAgreement>

export const loanPreview = z.object({
  amount: decimal,
  days: z.number().int(),
  schedule: z.array(loanDay),
  totalInterest: decimal,
  totalRepayment: decimal,
  apr: decimal,
  yearlyRate: decimal,
  agreement: loanAgreement,
  /** SHA-256 of the agreement as it reads, hex: what is signed. */
  agreementHash: z.string(),
})
export type LoanPreview = z.infer<typeof loanPreview>

export const loanLimit = z.object({
  verified: z.boolean(),
  /** 0 before identity is approved. */
  tier: z.number().int(),
  most: decimal,
  /** What may still be asked for. */
  left: decimal,
  /** A loan of theirs is past its day: nothing more is lent meanwhile. */
  overdue: z.boolean(),
})

const own = '/swx/customer/user'
const days = z.coerce.number().int().positive()

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
    summary: 'How much the customer may borrow, and what is left of it',
    access: 'customer',
    input: z.object({}),
    result: loanLimit,
  }),
  previewLoan: call({
    method: 'POST',
    path: `${own}/previewLoan`,
    summary: 'What a loan would cost, day by day, and the agreement in the request’s language with its hash',
    access: 'customer',
    realOnly: true,
    input: z.object({ amount: decimal, days }),
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
      amount: decimal,
      days,
      /** Of the agreement as `previewLoan` showed it, in the same language. */
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
    input: z.object({ id, amount: decimal.optional() }),
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
    summary: 'One loan',
    access: 'customer',
    realOnly: true,
    input: z.object({ id }),
    result: loan,
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
