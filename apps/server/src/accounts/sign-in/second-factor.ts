import { Secret, TOTP } from 'otpauth'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { UserRow } from '../accounts-store.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'
import { keepSecurityLetter } from '../profile/security-letters.ts'
import { isRecoveryCode } from './recovery-codes.ts'

const periodSeconds = 30

const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer: 'Candor', label, secret: Secret.fromBase32(secret), period: periodSeconds, digits: 6 })

export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** The address that an authenticator app reads from a picture. */
export const otpauthUrl = (secret: string, label: string): string => totpOf(secret, label).toString()

/**
 * The step a code belongs to, one before or after now allowed; null when it is wrong. An authenticator app knows nothing of a sandbox's
 * moved clock, so the real time counts too.
 */
export const stepOf = (secret: string, code: string, clock: Clock): bigint | null =>
  stepAt(secret, code, clock.now()) ?? stepAt(secret, code, systemClock.now())

function stepAt(secret: string, code: string, timestamp: number): bigint | null {
  const delta = totpOf(secret, '').validate({ token: code.trim(), timestamp, window: 1 })
  return delta === null ? null : BigInt(Math.floor(timestamp / 1000 / periodSeconds) + delta)
}

/** True once for a right code of the authenticator app: the step is used up with it. */
export async function useTotp(
  { users, clock, secrets }: OpenedAccounts,
  { id, totp_secret: sealed }: Pick<UserRow, 'id' | 'totp_secret'>,
  code: string,
): Promise<boolean> {
  const step =
    sealed === null ? null : stepOf(secrets.open('accounts_users.totp_secret', id, sealed), code, clock)
  return step !== null && users.useTotpStep(id, step)
}

/** Returns true once for a right code of the authenticator app or for an unused recovery code; a letter reports the use of the latter. */
export function useCode(
  context: OpenedAccounts,
  user: Pick<UserRow, 'id' | 'totp_secret'>,
  code: string,
): Promise<boolean> {
  return isRecoveryCode(code) ? useRecoveryCode(context, user.id, code) : useTotp(context, user, code)
}

async function useRecoveryCode(context: OpenedAccounts, userId: string, code: string): Promise<boolean> {
  const used = await context.db.transaction(async (tx) => {
    const found = await context.recovery.use(tx, userId, code)
    if (found === null) return false
    const at = new Date(context.clock.now()).toISOString()
    await keepSecurityLetter(context, tx, {
      userId,
      kind: 'recoveryCodeUsed',
      once: `recovery-code:${found.id}`,
      facts: { at, left: String(found.left) },
    })
    return true
  })
  if (used) context.letters.flush()
  return used
}
