import type { Tx } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'
import { provePassword } from '../passwords/change-password.ts'
import { type Made, notifyOfChange } from '../profile/notify-of-change.ts'
import { newTotpSecret, otpauthUrl, useCode, useTotp } from './second-factor.ts'

const wrongTotp = (code: string) => new Refusal('invalidInput', { issues: [{ path: 'totp', code }] })

/** Creates a secret. Sign-in requires no code until one of its codes was confirmed. Refuses when a second factor is already on. */
export async function startTotp(context: OpenedAccounts, password: string, caller: Caller) {
  await provePassword(context, caller, password)
  const user = await context.users.byId(caller.userId)
  if (user.totp_enabled) throw wrongTotp('enabled')
  const secret = newTotpSecret()
  const sealed = context.secrets.seal('accounts_users.totp_secret', user.id, secret)
  await context.db.transaction(async (tx) => {
    // One that was turned on or restored meanwhile stays.
    if ((await context.users.lock(tx, user.id)).totp_enabled) throw wrongTotp('enabled')
    await context.users.setTotp(tx, user.id, { secret: sealed, enabled: false })
  })
  // Without a second factor the password is all there is to prove.
  await context.sessions.markProven(caller.sessionId)
  return { secret, otpauthUrl: otpauthUrl(secret, user.user_name) }
}

/** Turns it on with a first code of the app and stores a letter about it. Recovery codes of an earlier second factor become invalid. */
export async function confirmTotp(context: OpenedAccounts, totp: string, caller: Caller): Promise<true> {
  const { id, totp_secret: secret } = await judgeCode(context, caller, (found) =>
    useTotp(context, found, totp),
  )
  if (secret === null) throw new Refusal('secondFactorRequired')
  await notifyOfChange(context, id, async (tx) => {
    const { totp_enabled, totp_secret } = await context.users.byId(id, tx)
    if (totp_secret !== secret) throw new Refusal('secondFactorRequired')
    await context.users.setTotp(tx, id, { secret, enabled: true })
    await context.recovery.forgetAll(tx, id)
    const target = context.secrets.open('accounts_users.totp_secret', id, secret)
    return { made: true, change: totp_enabled ? null : { change: 'secondFactorOn', target } }
  })
  await context.sessions.forgetProofs(id, caller.sessionId)
  return true
}

/** Behind a fresh proof, the second factor's own code included. */
export function disableTotp(context: OpenedAccounts, caller: Caller): Promise<true> {
  return notifyOfChange(context, caller.userId, (tx) => takeOffSecondFactor(context, tx, caller.userId))
}

/** Turns it off within `tx`; the change keeps the secret, which undoing restores. */
export async function takeOffSecondFactor(
  context: OpenedAccounts,
  tx: Tx,
  userId: string,
): Promise<Made<true>> {
  const { totp_enabled, totp_secret } = await context.users.byId(userId, tx)
  await context.users.setTotp(tx, userId, { secret: null, enabled: false })
  if (!totp_enabled || totp_secret === null) return { made: true, change: null }
  const target = context.secrets.open('accounts_users.totp_secret', userId, totp_secret)
  return { made: true, change: { change: 'secondFactor', target } }
}

/** Behind a fresh proof: ten new codes, shown this once. Refuses `invalidInput` where no second factor is on. */
export function makeRecoveryCodes(context: OpenedAccounts, caller: Caller): Promise<{ codes: string[] }> {
  return notifyOfChange(context, caller.userId, async (tx) => {
    const { totp_enabled } = await context.users.byId(caller.userId, tx)
    if (!totp_enabled) throw wrongTotp('disabled')
    const codes = await context.recovery.make(tx, caller.userId)
    return { made: { codes }, change: { change: 'recoveryCodes', target: null } }
  })
}

/**
 * Guards an action that a stolen session must not perform: passes when no second factor is on, otherwise requires its current
 * code (`secondFactorRequired`).
 */
export async function proveSecondFactor(
  context: OpenedAccounts,
  totp: string | undefined,
  caller: Caller,
): Promise<void> {
  const { totp_enabled } = await context.users.byId(caller.userId)
  if (!totp_enabled) return
  if (totp === undefined || totp.trim() === '') throw new Refusal('secondFactorRequired')
  await judgeCode(context, caller, (user) => useCode(context, user, totp))
}

async function judgeCode(
  context: OpenedAccounts,
  caller: Caller,
  isRight: (user: Awaited<ReturnType<OpenedAccounts['users']['byId']>>) => Promise<boolean>,
) {
  const key = `totp ${caller.userId}`
  const attempt = await context.loginThrottle.admit(key, caller.sessionId)
  const user = await context.users.byId(caller.userId)
  if (!(await isRight(user))) throw new Refusal('secondFactorRequired')
  await attempt.withdraw()
  return user
}
