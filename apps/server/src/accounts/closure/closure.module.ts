import {
  type ClosureBlocker,
  closureBlockerKinds,
  closureCalls,
} from '@candor/contract/accounts/account-closure.ts'
import { holdsRealMoney } from '../../ledger/reports/customer-money.ts'
import { defineModule, type Modules, type ServerContext } from '../../module.ts'
import type { Tx } from '../../platform/database/database.ts'
import { freezeOf } from '../freezes/freezes.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'
import { closeAccount, type Erasure, eraseDueAccounts, keepAccount, showClosure } from './close-account.ts'

export interface ClosurePorts {
  readonly accounts: OpenedAccounts
  /** All modules, this one included. */
  readonly modules: Pick<Modules, 'closureBlockers' | 'eraseCustomer'>
}

const eraseEveryMs = 5_000

/** Account closure, and the erasure seven days later (trust T20). */
export const closureModule = defineModule({
  name: 'closure',
  calls: closureCalls,
  export: [{ call: 'closing', folder: 'person' }],
  customerTables: {
    accounts_closings: { exported: ['closing'], erased: { retained: 'a restore erases again by it' } },
  },
  open: (_context: ServerContext, { accounts, modules }: ClosurePorts) => {
    const opened: OpenedAccounts & Erasure = {
      ...accounts,
      closureBlockers: async (tx, userId) => {
        const found = new Set(await modules.closureBlockers(tx, userId))
        return closureBlockerKinds.filter((kind) => found.has(kind))
      },
      erasePerson: (tx, userId, former) => modules.eraseCustomer(tx, userId, former),
    }
    return {
      handlers: {
        closing: (_input, { userId }) => showClosure(opened, userId),
        closeAccount: (input, caller) => closeAccount(opened, input, caller),
        keepAccount: (_input, caller) => keepAccount(opened, caller),
      },
      jobs: [{ name: 'erase-accounts', everyMs: eraseEveryMs, run: () => eraseDueAccounts(opened) }],
      closureBlockers,
    }
  },
})

/** Returns the reasons of the account itself: its money and a freeze. */
async function closureBlockers(tx: Tx, userId: string): Promise<readonly ClosureBlocker[]> {
  const found: ClosureBlocker[] = []
  if (await holdsRealMoney(tx, userId)) found.push('money')
  if ((await freezeOf(tx, userId)) !== null) found.push('freeze')
  return found
}
