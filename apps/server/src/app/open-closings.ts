import { type ClosingHindrance, closingHindrances } from '@candor/contract/closing.ts'
import { sql } from 'kysely'
import type { AccountsDeps } from '../accounts/accounts-deps.ts'
import {
  type ClosingDeps,
  closeAccount,
  eraseDueAccounts,
  keepAccount,
  showClosing,
} from '../accounts/close-account.ts'
import type { Modules } from '../module.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { forgetAnswersOf } from '../platform/http/run-once.ts'
import type { Job } from '../platform/jobs/timetable.ts'

export interface ClosingsParts {
  readonly accounts: AccountsDeps
  readonly modules: Pick<Modules, 'closureBlockers' | 'eraseCustomer'>
}

/** Lists the reasons against closing an account that no module states itself; `orders` includes open ones in the demo account. */
const hindrancesText = (userId: string) => sql<{ why: ClosingHindrance }>`
  SELECT why FROM (VALUES
    ('money', EXISTS (SELECT FROM ledger_accounts WHERE owner = ${userId} AND class = 'customer' AND asset <> 'DEMO' AND (balance > 0 OR held > 0))),
    ('orders', EXISTS (SELECT FROM orders_contracts WHERE user_id = ${userId}::uuid AND status IN ('open', 'pending'))
      OR EXISTS (SELECT FROM options_orders WHERE user_id = ${userId}::uuid AND status = 'open')),
    ('freeze', EXISTS (SELECT FROM accounts_freezes WHERE user_id = ${userId}::uuid AND lifted_at IS NULL))
  ) found (why, stands) WHERE stands`

/** Erasing one's account by oneself (trust T20). */
export function openClosings({ accounts, modules }: ClosingsParts) {
  const deps: ClosingDeps = {
    ...accounts,
    hindrances: async (tx, userId) => {
      const { rows } = await hindrancesText(userId).execute(tx)
      const found = new Set([...rows.map(({ why }) => why), ...(await modules.closureBlockers(tx, userId))])
      return closingHindrances.filter((hindrance) => found.has(hindrance))
    },
    erasePerson: async (tx, userId, name) => {
      await forgetAnswersOf(tx, userId)
      await modules.eraseCustomer(tx, userId, name)
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
