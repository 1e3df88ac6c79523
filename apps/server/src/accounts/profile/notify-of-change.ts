import type { Tx } from '../../platform/database/database.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { addUndoing, type Change, formerAddresses, undoableDays } from './undoings-store.ts'

export type TellDeps = Pick<AccountsDeps, 'db' | 'clock' | 'users' | 'letters' | 'undoToken' | 'secrets'>

/** Result of a change; `change` null: nothing differs, and no letter is sent. */
export interface Made<T> {
  readonly made: T
  readonly change: Change | null
}

/**
 * Makes a change of an account and stores its letter, with the link that undoes it, in one transaction: after a crash there are both or
 * neither (ADR-192 and ADR-201). Sends the letter after the commit.
 */
export async function notifyOfChange<T>(
  deps: TellDeps,
  userId: string,
  make: (tx: Tx) => Promise<Made<T>>,
): Promise<T> {
  const made = await deps.db.transaction(async (tx) => {
    // As it is before the change, which may be that the letters go elsewhere.
    const { email, language } = await deps.users.lock(tx, userId)
    const result = await make(tx)
    if (result.change === null) return result.made
    const { change } = result.change
    const undoing = await addUndoing(tx, deps, { userId, ...result.change })
    const at = new Date(deps.clock.now()).toISOString()
    const facts = { change, undoing, at, days: String(undoableDays), language }
    // A person who took over the mailbox must not be the only one to read about later changes.
    const addresses = new Set([email, ...(await formerAddresses(tx, deps.clock, userId))])
    for (const [n, to] of [...addresses].entries())
      await deps.letters.keep(tx, {
        userId,
        kind: 'accountChange',
        once: `undoing:${undoing}:${n}`,
        facts: { ...facts, to },
      })
    return result.made
  })
  deps.letters.flush()
  return made
}
