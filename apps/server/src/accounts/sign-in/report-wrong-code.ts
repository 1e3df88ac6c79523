import type { Visitor } from '../../platform/http/caller.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'
import { keepSecurityLetter } from '../profile/security-letters.ts'
import { visitValues } from '../sessions/create-session.ts'

/**
 * Tells the owner by letter that somebody passed the first step of a sign-in and gave a wrong second factor: the password may be known to
 * others. Not for a browser the owner signed in with before, and at most once per account and day (UTC).
 */
export async function reportWrongCode(
  context: OpenedAccounts,
  userId: string,
  visitor: Visitor,
): Promise<void> {
  const { db, clock, letters, sessions } = context
  if (visitor.deviceMark !== null && (await sessions.knowsDevice(userId, visitor.deviceMark))) return
  const values = visitValues(visitor, clock)
  const once = `wrong-code:${userId}:${values.at.slice(0, 10)}`
  await db.transaction((tx) =>
    keepSecurityLetter(context, tx, { userId, kind: 'wrongCode', once, facts: values }),
  )
  letters.flush()
}
