import type { Caller } from '../http/caller.ts'
import { Refusal } from '../http/refusal.ts'
import type { AccountsDeps } from './accounts-deps.ts'
import { refuseLostRace } from './open-account.ts'
import { phoneNumberOf } from './phones.ts'
import { proveByCode } from './prove-phone.ts'
import { tellChange } from './undo-change.ts'

export interface PhoneAsk {
  readonly areaCode: string
  readonly phone: string
  readonly code: string
}

/** Puts a proven number in. Refuses 10091, 10007 where it is another customer's. */
export async function savePhone(deps: AccountsDeps, ask: PhoneAsk, caller: Caller): Promise<true> {
  const number = phoneNumberOf(ask.areaCode, ask.phone)
  await proveByCode(deps, number, 'security', ask.code, caller.sessionId)
  const { phone: before } = await deps.users.byId(caller.userId)
  await deps.users.setPhone(caller.userId, number, new Date(deps.clock.now())).catch(refuseLostRace)
  await tellChange(deps, caller.userId, { change: 'phone', target: before })
  return true
}

export async function removePhone(deps: AccountsDeps, caller: Caller): Promise<true> {
  const { phone: before } = await deps.users.byId(caller.userId)
  if (!(await deps.users.clearPhone(caller.userId))) throw new Refusal(11004)
  await tellChange(deps, caller.userId, { change: 'phone', target: before })
  return true
}
