import type { UndoableChange } from '@candor/contract'
import { Refusal } from '../../platform/http/refusal.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'
import { announceEnded } from '../passwords/reset-password.ts'
import { refuseLostRace } from '../registration/open-account.ts'
import { findUndoing, markUndone, type Undoing } from './undoings-store.ts'

/** Refuses `notFound` for a link that is none, was used or is too old. */
export async function readUndoing(context: OpenedAccounts, token: string) {
  const { change, created_at, expires_at } = await undoingOf(context, token)
  return { change, at: created_at.toISOString(), until: expires_at.toISOString() }
}

/** Undoes a change once and ends every session of its account, since the author of the change holds one. Refuses `notFound`. */
export async function undoChange(
  context: OpenedAccounts,
  token: string,
): Promise<{ change: UndoableChange }> {
  const undoing = await undoingOf(context, token)
  // Before the link is used up, so that what fails can be tried again; done twice, each is the same.
  await undo(context, undoing)
  const ended = await context.db.transaction(async (tx) => {
    if (!(await markUndone(tx, undoing.id, new Date(context.clock.now())))) throw new Refusal('notFound')
    return context.sessions.endAllOf(undoing.user_id, null, tx)
  })
  announceEnded(context, ended)
  return { change: undoing.change }
}

async function undoingOf(context: OpenedAccounts, token: string): Promise<Undoing> {
  const undoing = await findUndoing(context, token)
  if (undoing === null) throw new Refusal('notFound')
  return undoing
}

async function undo(
  context: OpenedAccounts,
  { user_id: userId, change, target, before }: Undoing,
): Promise<void> {
  const id = target ?? ''
  const undoes: Readonly<Record<UndoableChange, () => Promise<unknown>>> = {
    apiKey: () => unlessGone(context.apiKeys.revoke(userId, id)),
    passkey: () => context.passkeys.remove(userId, id),
    secondFactor: () => restoreSecondFactor(context, userId, id),
    secondFactorOn: () => removeSecondFactor(context, userId, id),
    recoveryCodes: () => context.db.transaction((tx) => context.recovery.forgetAll(tx, userId)),
    phone: () => restorePhone(context, userId, target),
    email: () => restoreEmail(context, userId, id),
    address: () => unlessGone(context.payouts.removeAddress(userId, id)),
    card: () => unlessGone(context.payouts.removeCard(userId, id, before)),
    // A file that was downloaded cannot be taken back: only the sessions end.
    export: async () => undefined,
  }
  await undoes[change]()
}

const restoreSecondFactor = ({ db, users, secrets }: OpenedAccounts, userId: string, secret: string) =>
  db.transaction((tx) =>
    users.setTotp(tx, userId, {
      secret: secrets.seal('accounts_users.totp_secret', userId, secret),
      enabled: true,
    }),
  )

/** A second factor that was turned on since then is another change, with its own letter. */
const removeSecondFactor = (context: OpenedAccounts, userId: string, secret: string): Promise<void> =>
  context.db.transaction(async (tx) => {
    const { totp_secret } = await context.users.lock(tx, userId)
    if (
      totp_secret === null ||
      context.secrets.open('accounts_users.totp_secret', userId, totp_secret) !== secret
    )
      return
    await context.users.setTotp(tx, userId, { secret: null, enabled: false })
    await context.recovery.forgetAll(tx, userId)
  })

/** A number that belongs to another customer by now stays with them. */
async function restorePhone(context: OpenedAccounts, userId: string, number: string | null): Promise<void> {
  await context.db.transaction((tx) => context.users.clearPhone(tx, userId))
  if (number === null) return
  const at = new Date(context.clock.now())
  await unlessGone(
    context.db.transaction((tx) => context.users.setPhone(tx, userId, number, at)).catch(refuseLostRace),
  )
}

/** An address that belongs to another customer by now stays with them. */
const restoreEmail = (context: OpenedAccounts, userId: string, email: string): Promise<void> =>
  unlessGone(context.db.transaction((tx) => context.users.setEmail(tx, userId, email)).catch(refuseLostRace))

/** Ignores a refusal: the change is already undone. */
const unlessGone = (removal: Promise<void>): Promise<void> =>
  removal.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
