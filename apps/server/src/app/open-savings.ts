import type { AccountMode } from '@candor/contract'
import type { Refused } from '@candor/rules'
import type { Console } from '../back-office/operators/console.ts'
import type { Parameters } from '../back-office/parameters/parameters.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { SpendOnce } from '../ledger/spend-once.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { RunOnce } from '../platform/http/handlers.ts'
import type { Job } from '../platform/jobs/timetable.ts'
import type { AccountEvents } from '../platform/websocket/account-events.ts'
import { payDueSavings } from '../savings/pay-due-savings.ts'
import { termsProposals, usableTerms } from '../savings/propose-savings.ts'
import { savingsHandlers } from '../savings/routes.ts'
import { savingsHouseAccounts } from '../savings/savings-postings.ts'
import { showSavings } from '../savings/show-to-operators.ts'

export interface SavingsParts {
  readonly db: Database
  readonly clock: Clock
  readonly ledger: Ledger
  readonly events: AccountEvents
  readonly console: Console
  readonly log: { error(details: object, message: string): void }
  readonly newId: () => string
  /** This process pays what is due, from its start on. */
  readonly pays: boolean
  readonly customers: {
    readonly runOnce: RunOnce
    readonly spendOnce: SpendOnce
    readonly parameters: Parameters
    readonly customerOf: (
      userId: string,
    ) => Promise<{ readonly country: string | null; readonly frozen: boolean }>
    readonly ownLimit: (userId: string, mode: AccountMode) => Promise<Refused | null>
  }
}

/** Savings: nothing is offered until two operators say so, and nothing is taken until the reserve covers it. */
export async function openSavings(parts: SavingsParts) {
  const { db, clock, ledger, events, console, log, newId, customers } = parts
  await ledger.open(savingsHouseAccounts)
  console.registerProposalKind(termsProposals({ clock }))
  console.handle({
    opsSavings: () => showSavings(db.query, clock.now()),
    opsProposeSavings: async ({ reason, ...payload }, operator) => {
      usableTerms(payload)
      const { id } = await console.propose({ kind: 'savings.terms', payload, reason }, operator)
      return { id }
    },
  })
  const pay = () => payDueSavings({ db, clock, ledger, events })
  if (parts.pays)
    await pay().catch((err: unknown) => log.error({ err }, 'savings could not be paid at start'))
  const jobs: readonly Job[] = [{ name: 'pay-savings', everyMs: 2_000, run: pay }]
  return { jobs, handlers: savingsHandlers({ db, clock, ledger, newId, ...customers }) }
}
