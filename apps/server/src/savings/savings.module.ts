import { savingsCalls, savingsOps } from '@candor/contract'
import { defineModule, type ServerContext } from '../module.ts'
import { payDueSavings } from './pay-due-savings.ts'
import { termsProposals, usableTerms } from './propose-savings.ts'
import { savingsHandlers } from './routes.ts'
import { addSampleSavings } from './sample-savings.ts'
import type { SavingsPorts } from './savings-ports.ts'
import { savingsHouseAccounts } from './savings-postings.ts'
import { holdsSavings, savingsEarnedSince } from './savings-store.ts'
import { showSavings } from './show-to-operators.ts'

/**
 * Savings: nothing is offered before two operators approve it, but for a sandbox's sample, and no entry is accepted before the reserve
 * covers it.
 */
export const savingsModule = defineModule({
  name: 'savings',
  calls: savingsCalls,
  opsCalls: savingsOps,
  export: [{ call: 'listSavings', folder: 'accounts' }],
  customerTables: {
    savings_holdings: { exported: ['listSavings'], erased: { retained: 'they are in the books' } },
  },
  accounts: savingsHouseAccounts,
  open: async (context: ServerContext, ports: SavingsPorts) => {
    if (context.sandbox) await addSampleSavings(context)
    const { db, clock, console } = context
    const terms = termsProposals(context)
    return {
      handlers: savingsHandlers({ ...context, ...ports }),
      backOffice: {
        proposals: [terms],
        handlers: {
          opsSavings: () => showSavings(db.query, clock.now()),
          opsProposeSavings: async ({ reason, ...payload }, operator) => {
            usableTerms(payload)
            const { id } = await console.propose({ kind: terms.kind, payload, reason }, operator)
            return { id }
          },
        },
      },
      jobs: [{ name: 'pay-savings', everyMs: 2_000, alsoAtStart: true, run: () => payDueSavings(context) }],
      closureBlockers: async (tx, userId) => ((await holdsSavings(tx, userId)) ? ['savings'] : []),
      earnedSince: async (userId, mode, sinceMs) =>
        mode === 'real' ? savingsEarnedSince(db.query, userId, sinceMs) : 0n,
    }
  },
})
