import { refusals } from '@candor/refusals'
import { z } from 'zod'
import { isoTime } from '../fields.ts'
import { operatorShown, ownFactors } from './operators-ops.ts'
import { operatorRoles, opsCall } from './ops-call.ts'

/** Key that this browser stores during the redirect; a response is accepted only together with it. */
const key = z.string().max(100)

/** The provider's address to open, and the key to store until the return. */
const begun = z.object({ url: z.string(), key })

/** Parameters of the provider's redirect; `iss` where it names itself. */
const cameBack = {
  key,
  code: z.string().min(1).max(2_000),
  state: z.string().min(1).max(200),
  iss: z.string().max(500).optional(),
}

/** An account at the provider that opens the console. */
const linkedAccount = z.object({
  /** The provider's name for it, by which its owner recognises it. */
  account: z.string(),
  linkedAt: isoTime,
})

/** Operators' single sign-on: an account at the operator's own OpenID provider in the place of the password. */
export const singleSignOnOps = {
  opsSignInWays: opsCall({
    method: 'GET',
    path: '/ops/sign-in-ways',
    summary: 'Sign-in methods for operators besides password and passkey',
    roles: 'visitor',
    input: z.object({}),
    result: z.object({
      /** Null: no single sign-on here. */
      sso: z.object({ label: z.string() }).nullable(),
    }),
  }),
  opsSsoStart: opsCall({
    method: 'POST',
    path: '/ops/sso/start',
    summary: 'The provider’s address for single sign-on; valid once, for ten minutes, in this browser only',
    roles: 'visitor',
    input: z.object({}),
    result: begun,
  }),
  opsSsoFinish: opsCall({
    method: 'POST',
    path: '/ops/sso/finish',
    summary:
      'Signs in with what the provider answered, and sets the cookie; 11011 where the authenticator code is still to come, 11054 where the account is linked to no operator',
    roles: 'visitor',
    input: z.object(cameBack),
    result: operatorShown,
  }),
  opsSsoCode: opsCall({
    method: 'POST',
    path: '/ops/sso/code',
    summary: 'Ends a sign-in by single sign-on with one’s authenticator code, and sets the cookie',
    roles: 'visitor',
    input: z.object({ key, totp: z.string().max(20) }),
    result: operatorShown,
    fieldCodes: { totp: refusals.secondFactorRequired },
  }),
  opsSso: opsCall({
    method: 'GET',
    path: '/ops/sso',
    summary: 'One’s own account at the provider; null where there is no single sign-on here',
    roles: operatorRoles,
    input: z.object({}),
    result: z.object({ label: z.string(), link: linkedAccount.nullable() }).nullable(),
  }),
  opsSsoLinkStart: opsCall({
    method: 'POST',
    path: '/ops/sso/link/start',
    summary: 'The provider’s address for linking one’s own account, with password and a code',
    roles: operatorRoles,
    input: z.object(ownFactors),
    result: begun,
    fieldCodes: { password: refusals.passwordWrong, totp: refusals.secondFactorRequired },
  }),
  opsSsoLinkFinish: opsCall({
    method: 'POST',
    path: '/ops/sso/link/finish',
    summary: 'Links the account that signed in at the provider, in the place of the one before',
    roles: operatorRoles,
    input: z.object(cameBack),
    result: linkedAccount,
  }),
  opsSsoUnlink: opsCall({
    method: 'POST',
    path: '/ops/sso/unlink',
    summary: 'Unlinks one’s own account at the provider, with password and a code',
    roles: operatorRoles,
    input: z.object(ownFactors),
    result: z.literal(true),
    fieldCodes: { password: refusals.passwordWrong, totp: refusals.secondFactorRequired },
  }),
} as const
