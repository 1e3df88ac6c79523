import type { Tx } from '../../platform/database/database.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'
import { addUndoing, type Change, formerAddresses, undoableDays } from './undoings-store.ts'

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
  context: OpenedAccounts,
  userId: string,
  make: (tx: Tx) => Promise<Made<T>>,
): Promise<T> {
  const made = await context.db.transaction(async (tx) => {
    // As it is before the change, which may be that the letters go elsewhere.
    const { email, language } = await context.users.lock(tx, userId)
    const result = await make(tx)
    if (result.change === null) return result.made
    const { change } = result.change
    const undoing = await addUndoing(tx, context, { userId, ...result.change })
    const at = new Date(context.clock.now()).toISOString()
    const facts = { change, undoing, at, days: String(undoableDays), language }
    // A person who took over the mailbox must not be the only one to read about later changes.
    const addresses = new Set([email, ...(await formerAddresses(tx, context.clock, userId))])
    for (const [n, to] of [...addresses].entries())
      await context.letters.keep(tx, {
        userId,
        kind: 'accountChange',
        once: `undoing:${undoing}:${n}`,
        facts: { ...facts, to },
      })
    return result.made
  })
  context.letters.flush()
  return made
}
