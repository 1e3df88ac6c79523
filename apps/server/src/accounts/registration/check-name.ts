import { Refusal } from '../../platform/http/refusal.ts'
import { lookedUpPhone } from '../codes/phones.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'
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
export async function checkName({ users }: OpenedAccounts, request: NameRequest): Promise<true> {
  const phone = lookedUpPhone(request.areaCode, request.phone)
  if (request.userName === undefined && request.email === undefined && phone === null)
    throw new Refusal('identifierMissing')
  await refuseTaken(users, request.userName, request.email, phone)
  return true
}

export async function refuseTaken(
  users: OpenedAccounts['users'],
  userName: string | undefined,
  email: string | undefined,
  phone: string | null,
): Promise<void> {
  if (userName !== undefined && (await users.isTaken('user_name_key', compared(userName))))
    throw new Refusal('userNameTaken')
  if (email !== undefined && (await users.isTaken('email_key', compared(email))))
    throw new Refusal('emailOrPhoneTaken')
  // The catalogue gives e-mail and phone the same code (spec §8).
  if (phone !== null && (await users.isPhoneProven(phone))) throw new Refusal('emailOrPhoneTaken')
}
