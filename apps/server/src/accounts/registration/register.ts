import type { ReadVersion, User } from '@candor/contract'
import type { Visitor } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { phoneNumberOf } from '../codes/phones.ts'
import { proveByCode } from '../codes/prove-phone.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'
import { isCommonPassword } from '../passwords/common-passwords.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { refuseTaken } from './check-name.ts'
import { refuseStale } from './consents.ts'
import { refuseClosedCountry } from './country-standings.ts'
import { compared } from './identity-keys.ts'
import { inviterOrRefuse, openAccount } from './open-account.ts'

export interface RegisterRequest {
  readonly userName: string
  readonly email: string
  readonly password: string
  readonly code: string
  readonly areaCode?: string | undefined
  readonly phone?: string | undefined
  readonly smsCode?: string | undefined
  readonly inviteCode?: string | undefined
  readonly country?: string | undefined
  readonly accepted?: readonly ReadVersion[] | undefined
  readonly work?: string | undefined
}

/**
 * Opens an account for a person who proves an email address, and a phone number if given. Refuses, in this order after the
 * fields: `userNameTaken`, `emailOrPhoneTaken`, `invalidInput` (common password, closed country, an impossible number, an
 * unknown invitation code), `termsChanged`, `proofOfWorkRequired`, `codeWrong`, `textMessageCodeWrong`.
 */
export async function register(
  context: OpenedAccounts,
  request: RegisterRequest,
  visitor: Visitor,
): Promise<{ token: string; user: User }> {
  const { areaCode, phone: digits, accepted = [] } = request
  const phone = areaCode === undefined || digits === undefined ? null : phoneNumberOf(areaCode, digits)
  await refuseTaken(context, { userName: request.userName, email: request.email, phone })
  refuseCommon(request.password, [request.userName, request.email])
  await refuseClosedCountry(context, request.country)
  const invitedBy = await inviterOrRefuse(context, request.inviteCode)
  if (request.accepted !== undefined) await refuseStale(context, accepted)
  await context.work.require('mail', request.work)
  await checkMailCode(context, request, visitor)
  if (phone !== null)
    await proveByCode(
      context,
      { number: phone, purpose: 'register', code: request.smsCode ?? '' },
      visitor.address,
    )
  await useMailCode(context, request)
  const passwordHash = await hashPassword(request.password, visitor.address)
  const { userName, email, country } = request
  const person = { userName, email, phone, passwordHash, hasPassword: true, invitedBy, country, accepted }
  return openAccount(context, person, visitor)
}

/** Refuses with 11001 one of the passwords guessed first; `names` are what its owner is called. */
export function refuseCommon(password: string, names: readonly string[]): void {
  if (!isCommonPassword(password, names)) return
  throw new Refusal('invalidInput', { issues: [{ path: 'password', code: 'common' }] })
}

/** A right code stays good until everything else was right too. */
async function checkMailCode(
  context: OpenedAccounts,
  request: RegisterRequest,
  visitor: Visitor,
): Promise<void> {
  const key = compared(request.email)
  const attempt = await context.loginThrottle.admit(`register ${key}`, visitor.address)
  if (!(await context.codes.check(key, 'register', request.code))) throw new Refusal('codeWrong')
  await attempt.withdraw()
}

async function useMailCode(context: OpenedAccounts, { email, code }: RegisterRequest): Promise<void> {
  if (
    !(await context.codes.consume(context.db.query, {
      recipientKey: compared(email),
      purpose: 'register',
      code,
    }))
  )
    throw new Refusal('codeWrong')
}
