import type { Kysely } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { lookedUpPhone } from '../codes/phones.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'
import { isFormerAddress } from '../profile/undo-links-store.ts'
import { compared } from './identity-keys.ts'

export interface NameRequest {
  readonly userName?: string | undefined
  readonly email?: string | undefined
  readonly areaCode?: string | undefined
  readonly phone?: string | undefined
}

/**
 * Returns true when everything given is free. Refuses `identifierMissing` when nothing was given, and `userNameTaken` or
 * `emailOrPhoneTaken` when it is taken.
 */
export async function checkName(context: OpenedAccounts, request: NameRequest): Promise<true> {
  const phone = lookedUpPhone(request.areaCode, request.phone)
  if (request.userName === undefined && request.email === undefined && phone === null)
    throw new Refusal('identifierMissing')
  await refuseTaken(context, { userName: request.userName, email: request.email, phone })
  return true
}

interface Identifiers {
  readonly userName?: string | undefined
  readonly email?: string | undefined
  readonly phone?: string | null
  /** Customer who wants them; left out: a new one. */
  readonly userId?: string | null
}

/** Refuses `userNameTaken` and `emailOrPhoneTaken`, the latter too for an address to which another account can still be returned. */
export async function refuseTaken(
  context: OpenedAccounts,
  { userName, email, phone = null, userId = null }: Identifiers,
  reader: Kysely<Schema> = context.db.query,
): Promise<void> {
  const { users } = context
  if (userName !== undefined && (await users.isTaken('user_name_key', compared(userName), reader)))
    throw new Refusal('userNameTaken')
  if (email !== undefined && (await isEmailTaken(context, compared(email), userId, reader)))
    throw new Refusal('emailOrPhoneTaken')
  // The catalogue gives e-mail and phone the same code (spec §8).
  if (phone !== null && (await users.isPhoneProven(phone, reader))) throw new Refusal('emailOrPhoneTaken')
}

const isEmailTaken = async (
  { users, clock }: OpenedAccounts,
  key: string,
  userId: string | null,
  reader: Kysely<Schema>,
): Promise<boolean> =>
  (await users.isTaken('email_key', key, reader)) ||
  (await isFormerAddress(reader, key, { now: new Date(clock.now()), except: userId }))
