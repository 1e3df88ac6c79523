import type { User } from '@candor/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Visitor } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { hiddenAddress } from '../../platform/http/security/hidden-address.ts'
import { type UserRow, userOf } from '../accounts-store.ts'
import { keepSecurityLetter, type SecurityLettersContext } from '../profile/security-letters.ts'
import { deviceName } from './device-name.ts'
import type { Sessions } from './sessions-store.ts'

interface CreateSessionContext extends SecurityLettersContext {
  readonly db: Database
  readonly sessions: Sessions
}

/**
 * Starts a session for a person who has proven their identity in any way, and notifies them of a new browser. `user` is the customer as
 * read before the proof. Refuses `signInBlocked`, `frozenByCustomer`, `passwordWrong`.
 */
export async function createSession(
  context: CreateSessionContext,
  user: UserRow,
  visitor: Visitor,
): Promise<{ token: string; user: User }> {
  refuseStopped(user)
  const { token, isNew } = await context.db.transaction(async (tx) => {
    const now = await context.users.lock(tx, user.id)
    // A freeze that was placed while the password was checked holds too.
    refuseStopped(now)
    refuseOutdated(user, now)
    const isNew = await context.sessions.isNewDevice(tx, user.id, visitor)
    const started = await context.sessions.start(tx, user.id, visitor)
    if (isNew) await keepDeviceLetter(context, tx, { userId: user.id, visitor, sessionId: started.sessionId })
    return { ...started, isNew }
  })
  if (isNew) context.letters.flush()
  return { token, user: userOf(user) }
}

/** Checks whether `refuseStopped` would refuse. */
export const isShut = ({ status, own_freeze_at }: UserRow): boolean =>
  status === 'closed' || own_freeze_at !== null

/**
 * Refuses a closed account (`signInBlocked`) and one its owner froze (`frozenByCustomer`), before it requests the second factor. A customer
 * whom the operator froze may sign in (trust T13).
 */
export function refuseStopped({ status, own_freeze_at }: UserRow): void {
  if (status === 'closed') throw new Refusal('signInBlocked')
  if (own_freeze_at !== null) throw new Refusal('frozenByCustomer')
}

/**
 * Refuses `passwordWrong` for a proof that began before the password was replaced or removed, or the phone number was changed: a reset or
 * an undo has ended every session meanwhile.
 */
function refuseOutdated(proven: UserRow, now: UserRow): void {
  if (proven.password_hash !== now.password_hash || proven.phone !== now.phone)
    throw new Refusal('passwordWrong')
}

const keepDeviceLetter = (
  context: SecurityLettersContext,
  tx: Tx,
  started: { readonly userId: string; readonly sessionId: string; readonly visitor: Visitor },
): Promise<void> =>
  keepSecurityLetter(context, tx, {
    userId: started.userId,
    kind: 'newDevice',
    once: `new-device:${started.sessionId}`,
    facts: visitValues(started.visitor, context.clock),
  })

/** The browser, moment and shortened address of a visit, as letters name them. */
export const visitValues = ({ device, address }: Visitor, clock: Clock) => ({
  device: deviceName(device),
  at: new Date(clock.now()).toISOString(),
  address: hiddenAddress(address),
})
