import { assetCodes } from '@candor/money'
import { refusals } from '@candor/refusals'
import { z } from 'zod'
import { call } from '../call.ts'
import { id, isoTime, positiveDecimal } from '../fields.ts'
import { accountSummary, languages, session, signedIn } from './account-entities.ts'
import {
  areaCode,
  sixDigits as code,
  email,
  givenPassword,
  password,
  phone,
  provenWith,
  secondFactorCode,
  userName,
  work,
} from './account-fields.ts'

/** ISO 3166-1 alpha-2. */
const country = z.string().regex(/^[A-Z]{2}$/)

export const codePurpose = z.enum(['register', 'forget', 'withdrawal', 'security'])

const emailCodes = { missing: refusals.identifierMissing, wrong: refusals.emailInvalid } as const
const login = '/swx/customer/login'
const own = '/swx/customer/user'

export const accountsCalls = {
  checkUserNameOrPhone: call({
    method: 'GET',
    path: `${login}/checkUserNameOrPhone`,
    summary: 'Checks that a username, email or phone number is free',
    access: 'visitor',
    input: z.object({
      userName: userName.optional(),
      email: email.optional(),
      areaCode: areaCode.optional(),
      phone: phone.optional(),
    }),
    result: z.literal(true),
    fieldCodes: { userName: refusals.userNameInvalid, email: refusals.emailInvalid },
  }),
  sendCode: call({
    method: 'POST',
    path: `${login}/sendCode`,
    summary: 'Sends a six-digit code by email; the answer does not tell whether the address is known',
    access: 'visitor',
    input: z.object({
      email,
      purpose: codePurpose,
      /**
       * Binds a code of purpose `withdrawal` to this withdrawal alone, which the mail names. Without it, the code is good for any
       * withdrawal, once.
       */
      withdrawal: z
        .object({
          coin: z.enum(assetCodes),
          amount: positiveDecimal,
          /** Address, or id of a bank card. */
          place: z.string().trim().min(1).max(120),
        })
        .optional(),
      work,
    }),
    result: z.object({ expiresIn: z.number().int() }),
    fieldCodes: { email: emailCodes },
  }),
  register: call({
    method: 'POST',
    path: `${login}/register`,
    summary: 'Opens an account; the demo side stands at 10 000 USDT at once',
    access: 'visitor',
    input: z.object({
      userName,
      email,
      password,
      code,
      areaCode: areaCode.optional(),
      phone: phone.optional(),
      /** From a text message; required when a phone number is given (`textMessageCodeWrong`). */
      smsCode: z.string().max(10).optional(),
      inviteCode: z.string().max(32).optional(),
      /** The texts the customer read and accepted: the terms and the privacy policy as `termsInForce` gives them (`termsChanged`). */
      accepted: z
        .array(
          z.object({
            id: z.string().max(64),
            language: z.enum(languages),
            version: z.number().int().min(1).max(1_000_000),
          }),
        )
        .max(10)
        .optional(),
      /** Decides which products may be offered (trust T21); `invalidInput` (`closed`) where none may. */
      country: country.optional(),
      work,
    }),
    result: signedIn,
    fieldCodes: {
      userName: { missing: refusals.identifierMissing, wrong: refusals.userNameInvalid },
      email: emailCodes,
      code: refusals.codeWrong,
    },
  }),
  login: call({
    method: 'POST',
    path: `${login}/login`,
    summary: 'Signs in with username, email or phone number (with its +)',
    access: 'visitor',
    input: z.object({
      account: z.string().trim().min(1).max(254),
      password: givenPassword,
      totp: secondFactorCode.optional(),
    }),
    result: signedIn,
    fieldCodes: { account: refusals.identifierMissing, password: refusals.passwordWrong },
  }),
  forget: call({
    method: 'POST',
    path: `${login}/forget`,
    summary:
      'Step one turns email and code into a reset token; step two sets the password, ends every session and, unless they are kept, revokes API keys and passkeys',
    access: 'visitor',
    input: z.union([
      z.object({
        resetToken: z.string().min(1).max(200),
        password,
        /** Keeps API keys and passkeys. Without it they are deleted, since an intruder may have made one. */
        keepKeys: z.boolean().optional(),
      }),
      z.object({ email, code, work }),
    ]),
    result: z.object({ resetToken: z.string().nullable() }),
    fieldCodes: { email: emailCodes, code: refusals.codeWrong },
  }),
  logout: call({
    method: 'POST',
    path: `${login}/logout`,
    summary: 'Ends this session',
    access: 'customer',
    input: z.object({}),
    result: z.literal(true),
  }),
  sessions: call({
    method: 'GET',
    path: `${login}/sessions`,
    summary: 'The account’s sessions',
    access: 'customer',
    input: z.object({}),
    result: z.array(session),
  }),
  revokeSession: call({
    method: 'POST',
    path: `${login}/revokeSession`,
    summary: 'Ends another session of this account',
    access: 'customer',
    input: z.object({ id, ...provenWith }),
    result: z.literal(true),
  }),
  totpStart: call({
    method: 'POST',
    path: `${login}/totp/start`,
    summary:
      'A new secret for an authenticator app; two-factor authentication is on once a code of it was confirmed',
    access: 'customer',
    input: z.object({ password: givenPassword }),
    result: z.object({ secret: z.string(), otpauthUrl: z.string() }),
    fieldCodes: { password: refusals.passwordWrong },
  }),
  totpConfirm: call({
    method: 'POST',
    path: `${login}/totp/confirm`,
    summary: 'Turns two-factor authentication on with a first code',
    access: 'customer',
    input: z.object({ totp: code }),
    result: z.literal(true),
    success: 20005,
    fieldCodes: { totp: refusals.secondFactorRequired },
  }),
  totpDisable: call({
    method: 'POST',
    path: `${login}/totp/disable`,
    summary: 'Turns two-factor authentication off',
    access: 'customer',
    input: z.object(provenWith),
    result: z.literal(true),
    success: 20005,
    fieldCodes: { password: refusals.passwordWrong, totp: refusals.secondFactorRequired },
  }),
  recoveryCodes: call({
    method: 'GET',
    path: `${login}/totp/recoveryCodes`,
    summary: 'The number of unused recovery codes, and their date',
    access: 'customer',
    input: z.object({}),
    result: z.object({ left: z.number().int(), madeAt: isoTime.nullable() }),
  }),
  makeRecoveryCodes: call({
    method: 'POST',
    path: `${login}/totp/recoveryCodes`,
    summary:
      'Makes ten recovery codes, each good once wherever an authenticator code is asked for; shown this once, and those before are no longer good',
    access: 'customer',
    input: z.object(provenWith),
    result: z.object({ codes: z.array(z.string()) }),
    fieldCodes: { password: refusals.passwordWrong, totp: refusals.secondFactorRequired },
  }),
  getUserInfo: call({
    method: 'POST',
    path: `${own}/getUserInfo`,
    summary: 'The signed-in customer, and the balances of the chosen account',
    access: 'customer',
    input: z.object({}),
    result: accountSummary,
  }),
  repassword: call({
    method: 'POST',
    path: `${own}/repassword`,
    summary: 'Changes the password; every other session ends',
    access: 'customer',
    input: z.object({ oldPassword: givenPassword, password }),
    result: z.literal(true),
    success: 20005,
    fieldCodes: { oldPassword: refusals.passwordWrong },
  }),
  resetDemo: call({
    method: 'POST',
    path: `${own}/resetDemo`,
    summary: 'Puts the demo account back to 10 000 USDT, once a day',
    access: 'customer',
    input: z.object({}),
    result: accountSummary,
    movesMoney: true,
  }),
  settings: call({
    method: 'GET',
    path: `${own}/settings`,
    summary: 'The customer’s preferences',
    access: 'customer',
    input: z.object({}),
    result: z.object({ language: z.enum(languages), preferences: z.record(z.string(), z.string()) }),
  }),
  saveSettings: call({
    method: 'POST',
    path: `${own}/settings`,
    summary: 'Changes the preferences that are named; the others stay',
    access: 'customer',
    input: z.object({
      language: z.enum(languages).optional(),
      preferences: z.record(z.string().max(40), z.string().max(200)).optional(),
      /**
       * Given once, by a customer who did not give it at sign-up; `invalidInput` (`given`) where another country is known. An
       * identity check can change it.
       */
      country: country.optional(),
    }),
    result: z.object({ language: z.enum(languages), preferences: z.record(z.string(), z.string()) }),
    success: 20005,
  }),
} as const
