import { refusals } from '@candor/refusals'
import { z } from 'zod'
import { call } from '../call.ts'
import { isoTime } from '../fields.ts'
import { languages, signedIn } from './account-entities.ts'
import {
  areaCode,
  email,
  phone,
  provenWith,
  secondFactorCode,
  sixDigits,
  userName,
  work,
} from './account-fields.ts'

/** Purpose of a code by text message. */
export const smsPurpose = z.enum(['register', 'login', 'security'])
export type SmsPurpose = z.infer<typeof smsPurpose>

/** Ways to sign in here, in addition to password and passkey. */
export const signInWays = z.object({
  /** Text messages can be sent. */
  sms: z.boolean(),
  /** Google's authorisation address and our client id; null: not offered. */
  google: z.object({ authorizeUrl: z.string(), clientId: z.string() }).nullable(),
})
export type SignInWays = z.infer<typeof signInWays>

/** A version of an article that the customer read. */
export const readVersion = z.object({
  id: z.string().regex(/^[a-z0-9-]{1,64}$/),
  language: z.enum(languages),
  version: z.number().int().min(1).max(1_000_000),
})
export type ReadVersion = z.infer<typeof readVersion>

/** The texts to accept: the current terms and privacy policy. */
export const termsVersion = readVersion.extend({ title: z.string(), writtenAt: isoTime })
export type TermsVersion = z.infer<typeof termsVersion>

const login = '/swx/customer/login'
const own = '/swx/customer/user'
const ticket = z.string().min(1).max(200)
const accepted = z.array(readVersion).max(10)

export const signInCalls = {
  signInWays: call({
    method: 'GET',
    path: `${login}/signInWays`,
    summary: 'Sign-in methods besides password and passkey',
    access: 'visitor',
    input: z.object({}),
    result: signInWays,
  }),
  sendSmsCode: call({
    method: 'POST',
    path: `${login}/sendSmsCode`,
    summary: 'Sends a six-digit code by text message; the answer does not tell whether the number is known',
    access: 'visitor',
    input: z.object({ areaCode, phone, purpose: smsPurpose, work }),
    result: z.object({ expiresIn: z.number().int() }),
  }),
  loginBySms: call({
    method: 'POST',
    path: `${login}/loginBySms`,
    summary: 'Signs in with a phone number and the code sent to it',
    access: 'visitor',
    input: z.object({ areaCode, phone, code: sixDigits, totp: secondFactorCode.optional() }),
    result: signedIn,
    fieldCodes: { code: refusals.textMessageCodeWrong },
  }),
  savePhone: call({
    method: 'POST',
    path: `${own}/savePhone`,
    summary: 'Puts a phone number in, or another in its place, with the code sent to it',
    access: 'customer',
    input: z.object({ areaCode, phone, code: sixDigits, ...provenWith }),
    result: z.literal(true),
    success: 20005,
    fieldCodes: { code: refusals.textMessageCodeWrong, password: refusals.passwordWrong },
  }),
  removePhone: call({
    method: 'POST',
    path: `${own}/removePhone`,
    summary: 'Removes the phone number',
    access: 'customer',
    input: z.object(provenWith),
    result: z.literal(true),
    success: 20005,
    fieldCodes: { password: refusals.passwordWrong },
  }),
  sendEmailCode: call({
    method: 'POST',
    path: `${own}/sendEmailCode`,
    summary: 'Mails a six-digit code to the address that shall become the customer’s',
    access: 'customer',
    input: z.object({ email, work }),
    result: z.object({ expiresIn: z.number().int() }),
    fieldCodes: { email: { missing: refusals.identifierMissing, wrong: refusals.emailInvalid } },
  }),
  saveEmail: call({
    method: 'POST',
    path: `${own}/saveEmail`,
    summary:
      'Puts another email address in the place of the present one, with the code sent to it; the letter that undoes it goes to the one before',
    access: 'customer',
    input: z.object({ email, code: sixDigits, ...provenWith }),
    result: z.literal(true),
    success: 20005,
    fieldCodes: {
      email: { missing: refusals.identifierMissing, wrong: refusals.emailInvalid },
      code: refusals.codeWrong,
      password: refusals.passwordWrong,
      totp: refusals.secondFactorRequired,
    },
  }),
  loginByGoogle: call({
    method: 'POST',
    path: `${login}/loginByGoogle`,
    summary:
      'Signs in with Google’s authorization code (PKCE); 11011 and 11016 carry a ticket for the step that is missing',
    access: 'visitor',
    input: z.union([
      z.object({ ticket, totp: secondFactorCode }),
      z.object({
        code: z.string().min(1).max(2_000),
        codeVerifier: z.string().regex(/^[A-Za-z0-9._~-]{43,128}$/),
        redirectUri: z.url().max(500),
        nonce: z.string().min(16).max(200),
      }),
    ]),
    result: signedIn,
  }),
  registerByGoogle: call({
    method: 'POST',
    path: `${login}/registerByGoogle`,
    summary: 'Opens an account for who Google said it is, with the ticket of 11016',
    access: 'visitor',
    input: z.object({
      ticket,
      userName,
      country: z.string().regex(/^[A-Z]{2}$/),
      inviteCode: z.string().max(32).optional(),
      accepted: accepted.optional(),
    }),
    result: signedIn,
    fieldCodes: { userName: { missing: refusals.identifierMissing, wrong: refusals.userNameInvalid } },
  }),
  revokeOtherSessions: call({
    method: 'POST',
    path: `${login}/revokeOtherSessions`,
    summary: 'Ends every other session of this account',
    access: 'customer',
    input: z.object(provenWith),
    result: z.object({ ended: z.number().int() }),
  }),
  freeze: call({
    method: 'POST',
    path: `${own}/freeze`,
    summary: 'Freezes one’s own account: every session ends, nobody signs in or trades until it is unfrozen',
    access: 'customer',
    input: z.object({}),
    result: z.literal(true),
  }),
  unfreeze: call({
    method: 'POST',
    path: `${login}/unfreeze`,
    summary: 'Ends a freeze of one’s own with a code by email (purpose `security`)',
    access: 'visitor',
    input: z.object({ email: z.email().max(254), code: sixDigits }),
    result: z.literal(true),
    success: 20005,
    fieldCodes: {
      email: { missing: refusals.identifierMissing, wrong: refusals.emailInvalid },
      code: refusals.codeWrong,
    },
  }),
  termsInForce: call({
    method: 'GET',
    path: `${login}/termsInForce`,
    summary: 'The terms and the privacy policy that hold now, in the language of the `lang` header',
    access: 'visitor',
    input: z.object({}),
    result: z.array(termsVersion),
  }),
  consents: call({
    method: 'GET',
    path: `${own}/consents`,
    summary: 'Documents the customer has accepted, and newer versions',
    access: 'customer',
    input: z.object({}),
    result: z.object({
      due: z.array(termsVersion),
      given: z.array(readVersion.extend({ at: isoTime })),
    }),
  }),
  giveConsent: call({
    method: 'POST',
    path: `${own}/giveConsent`,
    summary: 'Agrees to what was read; 11017 when a newer version holds by now',
    access: 'customer',
    input: z.object({ accepted }),
    result: z.literal(true),
    success: 20005,
  }),
} as const
