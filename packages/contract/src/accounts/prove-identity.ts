import { refusals } from '@candor/refusals'
import { z } from 'zod'
import { call } from '../call.ts'
import { isoTime } from '../fields.ts'
import { givenPassword, secondFactorCode, sixDigits } from './account-fields.ts'
import { shownPasskey } from './passkeys.ts'

/** Ways to prove an identity. `code` is e-mailed (purpose `security`), for accounts with neither password nor passkey. */
export const proofWays = ['password', 'passkey', 'code'] as const
export type ProofWay = (typeof proofWays)[number]

/** The `result` of a refusal with `freshProofRequired`. */
export const proofRequired = z.object({
  /** Any one of these is enough. */
  ways: z.array(z.enum(proofWays)),
  /** True when the second factor's code is required as well. */
  totp: z.boolean(),
})
export type ProofRequired = z.infer<typeof proofRequired>

export const proveIdentityCalls = {
  proveIdentity: call({
    method: 'POST',
    path: '/swx/customer/login/proveIdentity',
    summary:
      'Proves again who is signed in: password, passkey (challenge from passkeyStart) or mailed code, and the authenticator code where two-factor authentication is on; calls that need it (11019) then go through for ten minutes',
    access: 'customer',
    input: z.object({
      password: givenPassword.optional(),
      passkey: shownPasskey.optional(),
      code: sixDigits.optional(),
      totp: secondFactorCode.optional(),
    }),
    result: z.object({ until: isoTime }),
    fieldCodes: {
      password: refusals.passwordWrong,
      passkey: refusals.passkeyRejected,
      code: refusals.codeWrong,
      totp: refusals.secondFactorRequired,
    },
  }),
} as const
