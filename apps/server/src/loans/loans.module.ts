import { loansCalls, loansOps } from '@candor/contract'
import { defineModule, type ServerContext } from '../module.ts'
import { loanCaseKind } from './applications/loan-case-kind.ts'
import { eraseNames } from './erase-names.ts'
import { loanHouseAccounts } from './loan-postings.ts'
import type { LoansPorts } from './loans-ports.ts'
import { hasUnpaidLoan } from './loans-store.ts'
import { offerBackOffice } from './offers/offer-ops.ts'
import { chargeDueLoans } from './repayment/charge-due-loans.ts'
import { loansHandlers } from './routes.ts'

/** Loans: applications and their review, payments, and what falls due each day. */
export const loansModule = defineModule({
  name: 'loans',
  calls: loansCalls,
  opsCalls: loansOps,
  export: [{ call: 'listLoanRecord', folder: 'real', list: 'receipts', document: 'loanAgreement' }],
  customerTables: { loans: { exported: ['listLoanRecord', 'loanAgreement'], erased: 'words' } },
  accounts: loanHouseAccounts,
  open: (context: ServerContext, ports: LoansPorts) => {
    const opened = { ...context, ...ports }
    return {
      handlers: loansHandlers(opened),
      backOffice: { ...offerBackOffice(context), cases: [loanCaseKind(opened)] },
      jobs: [{ name: 'charge-loans', everyMs: 2_000, alsoAtStart: true, run: () => chargeDueLoans(opened) }],
      closureBlockers: async (tx, userId) => ((await hasUnpaidLoan(tx, userId)) ? ['loans'] : []),
      eraseCustomer: (tx, userId, { name }) => eraseNames(tx, userId, name),
    }
  },
})
