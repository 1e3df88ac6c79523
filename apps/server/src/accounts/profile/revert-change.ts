import type { UndoableChange } from '@candor/contract'
import type { Tx } from '../../platform/database/database.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'
import { unlinkSubject } from '../sign-in/google-links-store.ts'
import type { Undoing } from './undoings-store.ts'

/** Removes what a change added, or restores what it replaced, within `tx`. What was removed since stays removed. */
export async function revertChange(
  context: OpenedAccounts,
  tx: Tx,
  { user_id: userId, change, target, before, created_at }: Undoing,
): Promise<void> {
  const id = target ?? ''
  const reverts: Readonly<Record<UndoableChange, () => Promise<unknown>>> = {
    apiKey: () => context.apiKeys.end(tx, userId, id),
    passkey: () => context.passkeys.remove(userId, id, tx),
    secondFactor: () => restoreSecondFactor(context, tx, userId, id),
    secondFactorOn: () => removeSecondFactor(context, tx, userId),
    // Newer ones replaced them and have their own letter.
    recoveryCodes: () => context.recovery.forgetMadeUntil(tx, userId, created_at),
    phone: () => restorePhone(context, tx, userId, target),
    email: () => context.users.setEmail(tx, userId, id),
    google: () => unlinkSubject(tx, userId, id),
    address: () => context.payouts.removeAddress(tx, userId, id),
    card: () => context.payouts.removeCard(tx, userId, { id, before }),
    // A file that was downloaded cannot be taken back: only the sessions end.
    export: async () => undefined,
  }
  await reverts[change]()
}

const restoreSecondFactor = (
  { users, secrets }: OpenedAccounts,
  tx: Tx,
  userId: string,
  secret: string,
): Promise<void> =>
  users.setTotp(tx, userId, {
    secret: secrets.seal('accounts_users.totp_secret', userId, secret),
    enabled: true,
  })

async function removeSecondFactor(context: OpenedAccounts, tx: Tx, userId: string): Promise<void> {
  await context.users.setTotp(tx, userId, { secret: null, enabled: false })
  await context.recovery.forgetAll(tx, userId)
}

/** A number that belongs to another customer by now stays with them. */
async function restorePhone(
  { users, clock }: OpenedAccounts,
  tx: Tx,
  userId: string,
  number: string | null,
): Promise<void> {
  await users.clearPhone(tx, userId)
  if (number === null || (await users.isPhoneProven(number, tx))) return
  await users.setPhone(tx, userId, number, new Date(clock.now()))
}
