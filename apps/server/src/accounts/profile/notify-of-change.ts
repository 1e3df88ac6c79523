import type { Tx } from '../../platform/database/database.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'
import { securityReaders } from './security-letters.ts'
import { addUndoLink } from './undo-links-store.ts'
import { addUndoing, type Change, undoableDays } from './undoings-store.ts'

/** Result of a change; `change` null: nothing differs, and no letter is sent. */
export interface Made<T> {
  readonly made: T
  readonly change: Change | null
}

/**
 * Makes a change of an account and stores its letter, with a link for each reader that undoes it, in one transaction: after a crash there
 * are both or neither (ADR-192 and ADR-201). Sends the letter after the commit.
 */
export async function notifyOfChange<T>(
  context: OpenedAccounts,
  userId: string,
  make: (tx: Tx) => Promise<Made<T>>,
): Promise<T> {
  const made = await context.db.transaction((tx) =>
    changeWithLetter(context, tx, { userId, make, by: 'self' }),
  )
  context.letters.flush()
  return made
}

interface AccountChange<T> {
  readonly userId: string
  readonly make: (tx: Tx) => Promise<Made<T>>
  /** Names the person who made it, as the letter says. */
  readonly by: 'self' | 'operator'
}

/** Does the same within `tx`; the caller sends the letters (`letters.flush`) after the commit. */
export async function changeWithLetter<T>(
  context: OpenedAccounts,
  tx: Tx,
  { userId, make, by }: AccountChange<T>,
): Promise<T> {
  await context.users.lock(tx, userId)
  // As they are before the change, which may be that the letters go elsewhere.
  const { to, language } = await securityReaders(context, tx, userId)
  const result = await make(tx)
  if (result.change === null) return result.made
  const { change } = result.change
  const undoingId = await addUndoing(tx, context, { userId, ...result.change })
  const at = new Date(context.clock.now()).toISOString()
  for (const recipient of to) {
    const undoing = await addUndoLink(tx, context.undoToken, { undoingId, recipient })
    await context.letters.keep(tx, {
      ...{ userId, language, kind: 'accountChange', once: `undoing:${undoing}`, to: [recipient] },
      facts: { change, undoing, at, by, days: String(undoableDays) },
    })
  }
  return result.made
}
