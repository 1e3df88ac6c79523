import type { loansCalls } from '@candor/contract'
import { translator } from '@candor/texts/server.ts'
import { defineModule, type ServerContext } from '../module.ts'
import type { Files } from '../platform/files/files.ts'
import type { HandlersOf } from '../platform/http/handlers.ts'
import { loanCaseKind } from './applications/loan-case-kind.ts'
import { eraseNames } from './erase-names.ts'
import { loanHouseAccounts } from './loan-postings.ts'
import type { LoansDeps } from './loans-deps.ts'
import { hasUnpaidLoan } from './loans-store.ts'
import { offerBackOffice } from './offers/offer-ops.ts'
import { chargeDueLoans } from './repayment/charge-due-loans.ts'
import { loansHandlers } from './routes.ts'

export interface LoansPorts extends Pick<LoansDeps, 'funds' | 'customerOf'> {
  readonly files: Files
}

/** Loans: applications and their review, payments, and what falls due each day. */
export const loansModule = defineModule({
  name: 'loans',
  accounts: loanHouseAccounts,
  open: (context: ServerContext, { funds, customerOf, files }: LoansPorts) => {
    const deps: LoansDeps = {
      ...context,
      funds,
      customerOf,
      text: translator,
      notices: noticesWithLetters(context),
      signatures: {
        claim: (tx, userId, fileId) => files.claim(tx, { userId, fileId, purpose: 'signature' }, 'signature'),
        picture: async (fileId) => (await files.read(fileId))?.bytes ?? null,
      },
    }
    return {
      handlers: loansHandlers(deps) satisfies HandlersOf<typeof loansCalls>,
      backOffice: { ...offerBackOffice(context), cases: [loanCaseKind(deps, files)] },
      jobs: [{ name: 'charge-loans', everyMs: 2_000, alsoAtStart: true, run: () => chargeDueLoans(deps) }],
      closureBlockers: async (tx, userId) => ((await hasUnpaidLoan(tx, userId)) ? ['loans'] : []),
      eraseCustomer: eraseNames,
    }
  },
})

/** Sends a letter with every notice about a loan. */
function noticesWithLetters({ notices, letters }: ServerContext): LoansDeps['notices'] {
  return {
    keep: async (tx, userId, news) => {
      await notices.keep(tx, userId, news)
      for (const { kind, once, facts } of news) await letters.keep(tx, { userId, kind, once, facts })
    },
    push: async (userId, news) => {
      letters.flush()
      await notices.push(userId, news)
    },
  }
}
