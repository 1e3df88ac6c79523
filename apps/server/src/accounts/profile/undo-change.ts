import { randomBytes } from 'node:crypto'
import type { UndoableChange } from '@candor/contract'
import type { Kysely } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { UserRow } from '../accounts-store.ts'
import { endClosure, findOpenClosure } from '../closure/closures-store.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { announceEnded } from '../passwords/reset-password.ts'
import { voidProofs } from '../passwords/void-proofs.ts'
import { compared } from '../registration/identity-keys.ts'
import { refuseLostRace } from '../registration/open-account.ts'
import { revertChange } from './revert-change.ts'
import { voidLinksTo } from './undo-links-store.ts'
import { findUndoing, formerAddresses, laterChanges, markUndone, type Undoing } from './undoings-store.ts'
import { changesToRevert, undoneTogether } from './undone-together.ts'

/** Refuses `notFound` for a link that is none, was used, is void or is too old. */
export async function readUndoing(context: OpenedAccounts, token: string) {
  const { change, created_at, expires_at } = await undoingOf(context, context.db.query, token)
  return { change, at: created_at.toISOString(), until: expires_at.toISOString() }
}

/**
 * Undoes a change once, with the later ones that followed from it, and ends every session and half-finished sign-in of its account, since
 * the author of the change holds one. Refuses `notFound`, and `emailOrPhoneTaken` for an address that belongs to another customer by now.
 */
export async function undoChange(
  context: OpenedAccounts,
  token: string,
): Promise<{ change: UndoableChange }> {
  const { change, user_id: userId } = await undoingOf(context, context.db.query, token)
  const unknown =
    change === 'email' ? await hashPassword(randomBytes(32).toString('base64url'), userId) : null
  const ended = await context.db
    .transaction(async (tx) => {
      const user = await context.users.lock(tx, userId)
      const undoing = await undoingOf(context, tx, token)
      const together = undoneTogether(undoing, await laterChanges(tx, context, undoing))
      for (const one of changesToRevert(together)) await revertChange(context, tx, one)
      await markUndone(tx, together, new Date(context.clock.now()))
      // The author of the change knows the password, and would take the address again before its owner has set another.
      if (unknown !== null) {
        await context.users.removePassword(tx, userId, unknown)
        await cancelClosure(context, tx, undoing)
      }
      await forgetRemoved(context, tx, { user, undoing, together })
      await voidProofs(tx, userId)
      await context.sessions.forgetDevices(tx, userId)
      return [...keysIn(together), ...(await context.sessions.endAllOf(userId, null, tx))]
    })
    .catch(refuseLostRace)
  announceEnded(context, ended)
  return { change }
}

/** Ids of the API keys that these changes created, whose streams end with them. */
const keysIn = (together: readonly Undoing[]): string[] =>
  together.flatMap(({ change, target }) => (change === 'apiKey' && target !== null ? [target] : []))

/** Keeps an account whose closure was requested after this change. */
async function cancelClosure(
  { clock }: OpenedAccounts,
  tx: Tx,
  { user_id, created_at }: Undoing,
): Promise<void> {
  const closure = await findOpenClosure(tx, user_id)
  if (closure === null || closure.asked_at < created_at) return
  await endClosure(tx, closure.id, { cancelled_at: new Date(clock.now()) })
}

/** Voids the links and codes that were sent to the addresses and numbers which this undo took off the account. */
async function forgetRemoved(
  context: OpenedAccounts,
  tx: Tx,
  { user, undoing, together }: { user: UserRow; undoing: Undoing; together: readonly Undoing[] },
): Promise<void> {
  const { email, phone } = await context.users.byId(user.id, tx)
  const valuesOf = (changed: UndoableChange) =>
    together.flatMap(({ change, target }) => (change === changed && target !== null ? [target] : []))
  const remaining = [email, ...(await formerAddresses(tx, context.clock, user.id))].map(compared)
  const removedEmails = [user.email, ...valuesOf('email')]
    .map(compared)
    .filter((key) => !remaining.includes(key))
  const removedPhones = [user.phone, ...valuesOf('phone')].filter(
    (number): number is string => number !== null && number !== phone,
  )
  if (removedEmails.length > 0) await voidLinksTo(tx, undoing, removedEmails)
  await context.codes.forgetSentTo(tx, [...removedEmails, ...removedPhones])
}

async function undoingOf(context: OpenedAccounts, reader: Kysely<Schema>, token: string): Promise<Undoing> {
  const undoing = await findUndoing(reader, context, token)
  if (undoing === null) throw new Refusal('notFound')
  return undoing
}
