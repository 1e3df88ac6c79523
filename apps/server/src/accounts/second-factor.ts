import { Secret, TOTP } from 'otpauth'
import type { Clock } from '../clock.ts'
import type { Users } from './accounts-store.ts'

const periodSeconds = 30

const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer: 'Candor', label, secret: Secret.fromBase32(secret), period: periodSeconds, digits: 6 })

export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** What an authenticator app reads from a picture. */
export const otpauthUrl = (secret: string, label: string): string => totpOf(secret, label).toString()

/** The step a code belongs to, one before or after now allowed; null when it is wrong. */
export function stepOf(secret: string, code: string, clock: Clock): bigint | null {
  const timestamp = clock.now()
  const delta = totpOf(secret, '').validate({ token: code.trim(), timestamp, window: 1 })
  return delta === null ? null : BigInt(Math.floor(timestamp / 1000 / periodSeconds) + delta)
}

/** True once for a right code: the step is used up with it. */
export async function useCode(
  users: Users,
  clock: Clock,
  user: { readonly id: string; readonly totp_secret: string | null },
  code: string,
): Promise<boolean> {
  const step = user.totp_secret === null ? null : stepOf(user.totp_secret, code, clock)
  return step !== null && users.useTotpStep(user.id, step)
}
