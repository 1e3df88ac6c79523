import type { ClosingHindrance } from '@candor/contract'
import { sql } from 'kysely'
import type { AccountsDeps } from '../accounts/accounts-deps.ts'
import {
  type ClosingDeps,
  closeAccount,
  eraseDueAccounts,
  keepAccount,
  showClosing,
} from '../accounts/close-account.ts'
import { unnameProposals } from '../back-office/operators/proposals-store.ts'
import { erasePayouts } from '../funding/erase-payouts.ts'
import { eraseNames } from '../loans/erase-names.ts'
import type { Tx } from '../platform/database/database.ts'
import type { EmailOutbox } from '../platform/email/letters.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { forgetAnswersOf } from '../platform/http/run-once.ts'
import type { Job } from '../platform/jobs/timetable.ts'

export interface ClosingsParts {
  readonly accounts: AccountsDeps
  readonly letters: EmailOutbox
  /** From the identity module: destroys the person's key and everything sealed under it. */
  readonly erase: (tx: Tx, userId: string) => Promise<void>
}

/** Lists the reasons against closing an account, module by module; `orders` includes open ones in the demo account. */
const hindrancesText = (userId: string) => sql<{ why: ClosingHindrance }>`
  SELECT why FROM (VALUES
    (1, 'money', EXISTS (SELECT FROM ledger_accounts WHERE owner = ${userId} AND class = 'customer' AND asset <> 'DEMO' AND (balance > 0 OR held > 0))),
    (2, 'orders', EXISTS (SELECT FROM orders_contracts WHERE user_id = ${userId}::uuid AND status IN ('open', 'pending'))
      OR EXISTS (SELECT FROM options_orders WHERE user_id = ${userId}::uuid AND status = 'open')),
    (3, 'plans', EXISTS (SELECT FROM smart_plans WHERE user_id = ${userId}::uuid AND status = 'earning')),
    (4, 'savings', EXISTS (SELECT FROM savings_holdings WHERE user_id = ${userId}::uuid AND held > 0)),
    (5, 'loans', EXISTS (SELECT FROM loans WHERE user_id = ${userId}::uuid AND status IN ('pending', 'repaying', 'overdue'))),
    (6, 'deposits', EXISTS (SELECT FROM funding_deposits WHERE user_id = ${userId}::uuid AND status = 'pending')),
    (7, 'freeze', EXISTS (SELECT FROM accounts_freezes WHERE user_id = ${userId}::uuid AND lifted_at IS NULL))
  ) found (place, why, stands) WHERE stands ORDER BY place`

/** Erasing one's account by oneself (trust T20). */
export function openClosings({ accounts, letters, erase }: ClosingsParts) {
  const deps: ClosingDeps = {
    ...accounts,
    letters,
    hindrances: async (tx, userId) => (await hindrancesText(userId).execute(tx)).rows.map(({ why }) => why),
    erasePerson: async (tx, userId, name) => {
      await erase(tx, userId)
      await erasePayouts(tx, userId)
      await eraseNames(tx, userId, name)
      await forgetAnswersOf(tx, userId)
      await unnameProposals(tx, userId, name)
      await tx.deleteFrom('notifications_browsers').where('user_id', '=', userId).execute()
      await tx.deleteFrom('notifications_outgoing').where('user_id', '=', userId).execute()
      await tx.deleteFrom('notifications_alerts').where('user_id', '=', userId).execute()
      await tx
        .updateTable('support_messages')
        .set({ text: '(erased)' })
        .where('user_id', '=', userId)
        .execute()
    },
  }
  const handlers = {
    closing: (_input, { userId }) => showClosing(deps, userId),
    closeAccount: (input, caller) => closeAccount(deps, input, caller),
    keepAccount: (_input, caller) => keepAccount(deps, caller),
  } satisfies Handlers
  const jobs: readonly Job[] = [{ name: 'erase-accounts', everyMs: 5_000, run: () => eraseDueAccounts(deps) }]
  return { handlers, jobs }
}
