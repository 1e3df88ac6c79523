import type { User } from '@candor/contract'
import type { Visitor } from '../http/caller.ts'
import { Refusal } from '../http/refusal.ts'
import type { AccountsDeps } from './accounts-deps.ts'
import type { UserRow } from './accounts-store.ts'
import { compared } from './identity-keys.ts'
import { letIn, refuseStopped } from './let-in.ts'
import { isPassword } from './passwords.ts'
import { useCode } from './second-factor.ts'

export interface LoginAsk {
  readonly account: string
  readonly password: string
  readonly totp?: string | undefined
}

/** Signs in. Refuses 10009, 10004, 10005, 11011; 429 to whoever guesses. */
export async function logIn(
  deps: AccountsDeps,
  ask: LoginAsk,
  visitor: Visitor,
): Promise<{ token: string; user: User }> {
  const key = compared(ask.account)
  deps.guessing.admit(key, visitor.address)
  const refuse = (code: number): never => {
    deps.guessing.failed(key, visitor.address)
    throw new Refusal(code)
  }
  const user = (await deps.users.byAccount(key)) ?? refuse(10009)
  if (!(await isPassword(user.password_hash, ask.password, visitor.address))) refuse(10004)
  refuseStopped(user)
  if (!(await passesSecondFactor(deps, user, ask.totp, refuse))) refuse(11011)
  deps.guessing.succeeded(key, visitor.address)
  return letIn(deps, user, visitor)
}

/** Asking for the second factor is no failed guess; a wrong code is one. */
export async function passesSecondFactor(
  deps: AccountsDeps,
  user: UserRow,
  totp: string | undefined,
  refuse: (code: number) => never,
): Promise<boolean> {
  if (!user.totp_enabled) return true
  if (totp === undefined || totp.trim() === '') throw new Refusal(11011)
  return (await useCode(deps.users, deps.clock, user, totp)) || refuse(11011)
}
