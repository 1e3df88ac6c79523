import type { UndoableChange } from '@candor/contract'
import { Refusal } from '../../platform/http/refusal.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { announceEnded } from '../passwords/reset-password.ts'
import { refuseLostRace } from '../registration/open-account.ts'
import { findUndoing, markUndone, type Undoing } from './undoings-store.ts'

/** Port from the funding module: removes a payout destination; one that is already removed stays so. */
export interface UndoesPlaces {
  readonly removeAddress: (userId: string, id: string) => Promise<void>
  /** Also restores the card that it replaced, if any. */
  readonly removeCard: (userId: string, id: string, before: string | null) => Promise<void>
}

/** Refuses `notFound` for a link that is none, was used or is too old. */
export async function readUndoing(deps: AccountsDeps, token: string) {
  const { change, created_at, expires_at } = await undoingOf(deps, token)
  return { change, at: created_at.toISOString(), until: expires_at.toISOString() }
}

/** Undoes a change once and ends every session of its account, since the author of the change holds one. Refuses `notFound`. */
export async function undoChange(
  deps: AccountsDeps,
  places: UndoesPlaces,
  token: string,
): Promise<{ change: UndoableChange }> {
  const undoing = await undoingOf(deps, token)
  // Before the link is used up, so that what fails can be tried again; done twice, each is the same.
  await undo(deps, places, undoing)
  const ended = await deps.db.transaction(async (tx) => {
    if (!(await markUndone(tx, undoing.id, new Date(deps.clock.now())))) throw new Refusal('notFound')
    return deps.sessions.endAllOf(undoing.user_id, null, tx)
  })
  announceEnded(deps, ended)
  return { change: undoing.change }
}

async function undoingOf(deps: AccountsDeps, token: string): Promise<Undoing> {
  const undoing = await findUndoing(deps, token)
  if (undoing === null) throw new Refusal('notFound')
  return undoing
}

async function undo(
  deps: AccountsDeps,
  places: UndoesPlaces,
  { user_id: userId, change, target, before }: Undoing,
): Promise<void> {
  const id = target ?? ''
  const undoes: Readonly<Record<UndoableChange, () => Promise<unknown>>> = {
    apiKey: () => unlessGone(deps.apiKeys.revoke(userId, id)),
    passkey: () => deps.passkeys.remove(userId, id),
    secondFactor: () => restoreSecondFactor(deps, userId, id),
    secondFactorOn: () => removeSecondFactor(deps, userId, id),
    recoveryCodes: () => deps.db.transaction((tx) => deps.recovery.forgetAll(tx, userId)),
    phone: () => restorePhone(deps, userId, target),
    email: () => restoreEmail(deps, userId, id),
    address: () => unlessGone(places.removeAddress(userId, id)),
    card: () => unlessGone(places.removeCard(userId, id, before)),
    // A file that was downloaded cannot be taken back: only the sessions end.
    export: async () => undefined,
  }
  await undoes[change]()
}

const restoreSecondFactor = ({ db, users, secrets }: AccountsDeps, userId: string, secret: string) =>
  db.transaction((tx) =>
    users.setTotp(tx, userId, {
      secret: secrets.seal('accounts_users.totp_secret', userId, secret),
      enabled: true,
    }),
  )

/** A second factor that was turned on since then is another change, with its own letter. */
const removeSecondFactor = (deps: AccountsDeps, userId: string, secret: string): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const { totp_secret } = await deps.users.lock(tx, userId)
    if (
      totp_secret === null ||
      deps.secrets.open('accounts_users.totp_secret', userId, totp_secret) !== secret
    )
      return
    await deps.users.setTotp(tx, userId, { secret: null, enabled: false })
    await deps.recovery.forgetAll(tx, userId)
  })

/** A number that belongs to another customer by now stays with them. */
async function restorePhone(deps: AccountsDeps, userId: string, number: string | null): Promise<void> {
  await deps.db.transaction((tx) => deps.users.clearPhone(tx, userId))
  if (number === null) return
  const at = new Date(deps.clock.now())
  await unlessGone(
    deps.db.transaction((tx) => deps.users.setPhone(tx, userId, number, at)).catch(refuseLostRace),
  )
}

/** An address that belongs to another customer by now stays with them. */
const restoreEmail = (deps: AccountsDeps, userId: string, email: string): Promise<void> =>
  unlessGone(deps.db.transaction((tx) => deps.users.setEmail(tx, userId, email)).catch(refuseLostRace))

/** Ignores a refusal: the change is already undone. */
const unlessGone = (removal: Promise<void>): Promise<void> =>
  removal.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
