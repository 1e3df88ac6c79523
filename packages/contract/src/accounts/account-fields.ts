import { z } from 'zod'

export const userName = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{N}_.-]{3,32}$/u)
export const email = z.email().max(254)
export const password = z.string().min(10).max(128)
export const givenPassword = z.string().min(1).max(1000)
export const sixDigits = z
  .string()
  .trim()
  .regex(/^\d{6}$/)
export const areaCode = z.string().regex(/^\+\d{1,4}$/)
export const phone = z.string().regex(/^\d{4,15}$/)

/** The code of an authenticator app, or one of the recovery codes instead. */
export const secondFactorCode = z.string().trim().max(24)
/**
 * A proof of identity in the body of a call that needs a fresh one, for clients that ask the customer themselves (ADR-191). A
 * wrong proof is refused even where none was needed.
 */
export const provenWith = { password: givenPassword.optional(), totp: secondFactorCode.optional() }

/** The solution of the challenge from `proofOfWorkRequired` (ALTCHA's payload, Base64 of its JSON); sent only after such a refusal. */
export const work = z.string().max(4_000).optional()
/** Result of `proofOfWorkRequired`: the challenge to solve, in ALTCHA's format. */
export type WorkChallenge = {
  readonly challenge: string
}
