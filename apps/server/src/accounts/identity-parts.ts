import { isCommonPassword } from './common-passwords.ts'
import { compared, mailboxOf } from './identity-keys.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { newTotpSecret, otpauthUrl, stepOf } from './second-factor.ts'

/** Ways to prove an identity, of customers and operators alike; passed to the operators module. */
export const identityParts = {
  compared,
  mailboxOf,
  isCommonPassword,
  hashPassword,
  isPassword,
  newTotpSecret,
  otpauthUrl,
  stepOf,
} as const
export type IdentityParts = typeof identityParts
