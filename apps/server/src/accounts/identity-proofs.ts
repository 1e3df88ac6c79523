import { isCommonPassword } from './passwords/common-passwords.ts'
import { comparePlaceholder, hashPassword, isPassword } from './passwords/passwords.ts'
import { compared, mailboxOf } from './registration/identity-keys.ts'
import { newTotpSecret, otpauthUrl, stepOf } from './sign-in/second-factor.ts'

/** Ways to prove an identity, of customers and operators alike; passed to the operators module. */
export const identityProofs = {
  compared,
  mailboxOf,
  isCommonPassword,
  hashPassword,
  isPassword,
  comparePlaceholder,
  newTotpSecret,
  otpauthUrl,
  stepOf,
} as const
export type IdentityProofs = typeof identityProofs
