import {
  type ClosingHindrance,
  type closingCalls,
  closingHindrances,
} from '@candor/contract/accounts/closing.ts'
import { holdsRealMoney } from '../../ledger/reports/customer-money.ts'
import { defineModule, type Modules, type ServerContext } from '../../module.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { HandlersOf } from '../../platform/http/handlers.ts'
import { forgetResponsesOf } from '../../platform/http/idempotency/run-once.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { freezeOf } from '../freezes/freezes.ts'
import {
  type ClosingDeps,
  closeAccount,
  eraseDueAccounts,
  keepAccount,
  showClosing,
} from './close-account.ts'

export interface ClosurePorts {
  readonly accounts: AccountsDeps
  /** All modules, this one included. */
  readonly modules: Pick<Modules, 'closureBlockers' | 'eraseCustomer'>
}

const eraseEveryMs = 5_000

/** Account closure, and the erasure seven days later (trust T20). */
export const closureModule = defineModule({
  name: 'closure',
  open: (_context: ServerContext, { accounts, modules }: ClosurePorts) => {
    const deps: ClosingDeps = {
      ...accounts,
      hindrances: async (tx, userId) => {
        const found = new Set(await modules.closureBlockers(tx, userId))
        return closingHindrances.filter((hindrance) => found.has(hindrance))
      },
      erasePerson: (tx, userId, name) => modules.eraseCustomer(tx, userId, name),
    }
    return {
      handlers: {
        closing: (_input, { userId }) => showClosing(deps, userId),
        closeAccount: (input, caller) => closeAccount(deps, input, caller),
        keepAccount: (_input, caller) => keepAccount(deps, caller),
      } satisfies HandlersOf<typeof closingCalls>,
      jobs: [{ name: 'erase-accounts', everyMs: eraseEveryMs, run: () => eraseDueAccounts(deps) }],
      closureBlockers,
      eraseCustomer: (tx, userId) => forgetResponsesOf(tx, userId),
    }
  },
})

/** Returns the reasons of the account itself: its money and a freeze. */
async function closureBlockers(tx: Tx, userId: string): Promise<readonly ClosingHindrance[]> {
  const found: ClosingHindrance[] = []
  if (await holdsRealMoney(tx, userId)) found.push('money')
  if ((await freezeOf(tx, userId)) !== null) found.push('freeze')
  return found
}
