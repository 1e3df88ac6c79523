import { isCommonPassword } from './common-passwords.ts'
import { compared, mailboxOf } from './identity-keys.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { newTotpSecret, otpauthUrl, stepOf } from './second-factor.ts'

/** How anybody's identity is proven here, customers and operators alike; lent to the operators' room. */
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
