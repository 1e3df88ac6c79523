import { randomBytes } from 'node:crypto'
import type { Language, UndoableChange } from '@candor/contract'
import { Refusal } from '../http/refusal.ts'
import type { AccountsDeps } from './accounts-deps.ts'
import { momentIn } from './let-in.ts'
import { refuseLostRace } from './open-account.ts'
import { announceEnded } from './reset-password.ts'
import {
  addUndoing,
  type Change,
  findUndoing,
  markUndone,
  type UndoingRow,
  undoableDays,
} from './undoings-store.ts'

/** What the funding room lends: takes a place for money away again; one that is gone already stays so. */
export interface UndoesPlaces {
  readonly removeAddress: (userId: string, id: string) => Promise<void>
  readonly removeCard: (userId: string, id: string) => Promise<void>
}

/** Writes to the owner about a change of their account, with the one link that undoes it (decision 0192). */
export async function tellChange(deps: AccountsDeps, userId: string, change: Change): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  await addUndoing(deps.db, deps.clock, token, { userId, ...change })
  const user = await deps.users.byId(userId)
  const language = user.language as Language
  const link = `${deps.ownUrl() ?? ''}/#/pass/undo?token=${token}`
  await deps.messenger.send({
    to: user.email,
    kind: 'account-change',
    subject: deps.text(language, 'mail.change.subject'),
    text: deps.text(language, 'mail.change.text', {
      what: deps.text(language, `signin.undo.what.${change.change}`),
      time: momentIn(language, deps.clock.now()),
      days: undoableDays,
      link,
    }),
    code: link,
  })
}

/** Refuses 11004 for a link that is none, was used or is too old. */
export async function readUndoing(deps: AccountsDeps, token: string) {
  const { change, created_at, expires_at } = await undoingOf(deps, token)
  return { change, at: created_at.toISOString(), until: expires_at.toISOString() }
}

/** Undoes a change once and ends every session of its account: whoever made the change holds one. Refuses 11004. */
export async function undoChange(
  deps: AccountsDeps,
  places: UndoesPlaces,
  token: string,
): Promise<{ change: UndoableChange }> {
  const undoing = await undoingOf(deps, token)
  // Before the link is used up, so that what fails can be tried again; done twice, each is the same.
  await undo(deps, places, undoing)
  const ended = await deps.db.transaction(async (tx) => {
    if (!(await markUndone(tx, undoing.id, new Date(deps.clock.now())))) throw new Refusal(11004)
    return deps.sessions.endAllOf(undoing.user_id, null, tx)
  })
  announceEnded(deps, ended)
  return { change: undoing.change }
}

async function undoingOf({ db, clock }: AccountsDeps, token: string): Promise<UndoingRow> {
  const undoing = await findUndoing(db, clock, token)
  if (undoing === null) throw new Refusal(11004)
  return undoing
}

async function undo(
  deps: AccountsDeps,
  places: UndoesPlaces,
  { user_id: userId, change, target }: UndoingRow,
): Promise<void> {
  const id = target ?? ''
  const undoes: Readonly<Record<UndoableChange, () => Promise<unknown>>> = {
    apiKey: () => unlessGone(deps.apiKeys.revoke(userId, id)),
    passkey: () => deps.passkeys.remove(userId, id),
    secondFactor: () => deps.users.setTotp(userId, { secret: target, enabled: target !== null }),
    phone: () => restorePhone(deps, userId, target),
    address: () => unlessGone(places.removeAddress(userId, id)),
    card: () => unlessGone(places.removeCard(userId, id)),
    // What was taken along cannot be brought back: the sessions end.
    export: async () => undefined,
  }
  await undoes[change]()
}

/** A number that is another customer's by now is not taken from them. */
async function restorePhone(deps: AccountsDeps, userId: string, number: string | null): Promise<void> {
  await deps.users.clearPhone(userId)
  if (number === null) return
  await unlessGone(deps.users.setPhone(userId, number, new Date(deps.clock.now())).catch(refuseLostRace))
}

/** What its owner took away meanwhile is as it should be. */
const unlessGone = (removal: Promise<void>): Promise<void> =>
  removal.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
