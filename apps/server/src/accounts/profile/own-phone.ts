import type { Caller } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { phoneNumberOf } from '../codes/phones.ts'
import { proveByCode } from '../codes/prove-phone.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'
import { refuseLostRace } from '../registration/open-account.ts'
import { notifyOfChange } from './notify-of-change.ts'

export interface PhoneRequest {
  readonly areaCode: string
  readonly phone: string
  readonly code: string
}

/** Puts a proven number in. Refuses `textMessageCodeWrong`, `emailOrPhoneTaken` where it is another customer's. */
export async function savePhone(
  context: OpenedAccounts,
  request: PhoneRequest,
  caller: Caller,
): Promise<true> {
  const number = phoneNumberOf(request.areaCode, request.phone)
  await proveByCode(context, { number, purpose: 'security', code: request.code }, caller.sessionId)
  const at = new Date(context.clock.now())
  return notifyOfChange(context, caller.userId, async (tx) => {
    const { phone: before } = await context.users.byId(caller.userId, tx)
    await context.users.setPhone(tx, caller.userId, number, at)
    return { made: true as const, change: { change: 'phone', target: before } }
  }).catch(refuseLostRace)
}

/** Refuses `notFound` where there is none. */
export function removePhone(context: OpenedAccounts, caller: Caller): Promise<true> {
  return notifyOfChange(context, caller.userId, async (tx) => {
    const { phone: before } = await context.users.byId(caller.userId, tx)
    if (!(await context.users.clearPhone(tx, caller.userId))) throw new Refusal('notFound')
    return { made: true as const, change: { change: 'phone', target: before } }
  })
}
