import type { User } from '@candor/contract'
import type { Visitor } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { phoneNumberOf } from '../codes/phones.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'
import { createSession } from '../sessions/create-session.ts'
import { passSecondFactor } from './log-in.ts'

export interface SmsLoginRequest {
  readonly areaCode: string
  readonly phone: string
  readonly code: string
  readonly totp?: string | undefined
}

/**
 * Signs in with a code by text message. Gives the same refusal, `textMessageCodeWrong`, for a wrong code and for an unverified
 * number; then `signInBlocked`, `secondFactorRequired`. Uses up the code only once the second factor, if on, was right.
 */
export async function logInBySms(
  context: OpenedAccounts,
  request: SmsLoginRequest,
  visitor: Visitor,
): Promise<{ token: string; user: User }> {
  const number = phoneNumberOf(request.areaCode, request.phone)
  const attempt = await context.loginThrottle.admit(number, visitor.address)
  const user = await context.users.byPhone(number)
  const right = await context.codes.check(number, 'login', request.code)
  if (!right || user === undefined || user.phone_proven_at === null) throw new Refusal('textMessageCodeWrong')
  await passSecondFactor(context, user, { totp: request.totp, visitor }, attempt)
  if (
    !(await context.codes.consume(context.db.query, {
      recipientKey: number,
      purpose: 'login',
      code: request.code,
    }))
  )
    throw new Refusal('textMessageCodeWrong')
  await attempt.succeeded()
  return createSession(context, user, visitor)
}
