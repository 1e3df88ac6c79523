import type { User } from '@candor/contract'
import type { Visitor } from '../http/caller.ts'
import { Refusal } from '../http/refusal.ts'
import type { AccountsDeps } from './accounts-deps.ts'
import { letIn } from './let-in.ts'
import { passSecondFactor } from './log-in.ts'
import { phoneNumberOf } from './phones.ts'

export interface SmsLoginAsk {
  readonly areaCode: string
  readonly phone: string
  readonly code: string
  readonly totp?: string | undefined
}

/**
 * Signs in with a code by text message. Gives the same refusal, `textMessageCodeWrong`, for a wrong code and for an unproven number; then
 * `signInBlocked`, `secondFactorRequired`. Uses up the code only once the second factor was right, where one is on.
 */
export async function logInBySms(
  deps: AccountsDeps,
  ask: SmsLoginAsk,
  visitor: Visitor,
): Promise<{ token: string; user: User }> {
  const number = phoneNumberOf(ask.areaCode, ask.phone)
  const attempt = await deps.guessing.admit(number, visitor.address)
  const user = await deps.users.byPhone(number)
  const right = await deps.codes.check(number, 'login', ask.code)
  if (!right || user === undefined || user.phone_proven_at === null) throw new Refusal('textMessageCodeWrong')
  await passSecondFactor(deps, user, ask.totp, attempt)
  if (!(await deps.codes.consume(deps.db.query, number, 'login', ask.code)))
    throw new Refusal('textMessageCodeWrong')
  await attempt.succeeded()
  return letIn(deps, user, visitor)
}
