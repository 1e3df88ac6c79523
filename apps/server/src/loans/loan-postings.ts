import type { LoanDebt } from '@candor/rules'
import { type AccountRef, house, type Posting, type Step } from '../ledger/ledger.ts'

/** Identifiers that a loan's postings need; amounts in USDT's smallest unit. */
export interface LoanMoney {
  readonly id: string
  readonly userId: string
  readonly amountMinor: bigint
}

const capital: AccountRef = { class: 'loan-capital', owner: house, asset: 'USDT' }
const earned: AccountRef = { class: 'loan-interest', owner: house, asset: 'USDT' }
const customer = ({ userId }: LoanMoney): AccountRef => ({ class: 'customer', owner: userId, asset: 'USDT' })

/** The operator's accounts loans need; opened at start. */
export const loanHouseAccounts: readonly AccountRef[] = [capital, earned]

const reservation = (id: string) => `loan:${id}:capital`

/** Asking: the whole amount is set aside in the capital, so that what a reviewer approves is there. */
export const requestPosting = (loan: LoanMoney): Posting => ({
  id: `loan:${loan.id}:request`,
  reference: loan.id,
  steps: [
    { do: 'hold', holdId: reservation(loan.id), account: capital, minor: loan.amountMinor, purpose: 'other' },
  ],
})

/** Approved: what was set aside reaches the customer whole. */
export const payoutPosting = (loan: LoanMoney): Posting => ({
  id: `loan:${loan.id}:payout`,
  reference: loan.id,
  steps: [
    { do: 'release', holdId: reservation(loan.id), minor: null },
    { do: 'transfer', kind: 'loan-payout', from: capital, to: customer(loan), minor: loan.amountMinor },
  ],
})

/** Rejected: the capital is free again. */
export const rejectionPosting = (loan: LoanMoney): Posting => ({
  id: `loan:${loan.id}:rejection`,
  reference: loan.id,
  steps: [{ do: 'release', holdId: reservation(loan.id), minor: null }],
})

/** A payment, named by its number in the loan: done once, ever, and all its parts or none. */
export function paymentPosting(loan: LoanMoney, number: number, paid: LoanDebt): Posting {
  const part = (kind: string, to: AccountRef, minor: bigint): Step[] =>
    minor > 0n ? [{ do: 'transfer', kind, from: customer(loan), to, minor }] : []
  return {
    id: `loan:${loan.id}:payment:${number}`,
    reference: loan.id,
    steps: [
      ...part('loan-overdue', earned, paid.overdueMinor),
      ...part('loan-interest', earned, paid.interestMinor),
      ...part('loan-principal', capital, paid.principalMinor),
    ],
  }
}
