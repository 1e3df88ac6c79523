import { refusals } from '@candor/refusals'
import { z } from 'zod'
import { call } from '../call.ts'
import { isoTime } from '../fields.ts'
import { sixDigits as code, givenPassword } from './account-fields.ts'

/** Reasons that an account cannot be erased now. */
export const closureBlockerKinds = [
  'money',
  'orders',
  'plans',
  'savings',
  'loans',
  'deposits',
  'freeze',
] as const
export type ClosureBlocker = (typeof closureBlockerKinds)[number]

export const accountClosure = z.object({
  hindrances: z.array(z.enum(closureBlockerKinds)),
  /** Null: not requested, or cancelled. */
  asked: z.object({ at: isoTime, erasesAt: isoTime }).nullable(),
})
export type AccountClosure = z.infer<typeof accountClosure>

const own = '/swx/customer/user'

export const closureCalls = {
  closing: call({
    method: 'GET',
    path: `${own}/closing`,
    summary: 'The state of the account’s erasure, and the obstacles to it',
    access: 'customer',
    input: z.object({}),
    result: accountClosure,
  }),
  closeAccount: call({
    method: 'POST',
    path: `${own}/closeAccount`,
    summary:
      'Asks for one’s account to be erased in seven days, with the password and a mailed code for `security`',
    access: 'customer',
    input: z.object({ password: givenPassword, code }),
    result: accountClosure,
    fieldCodes: { password: refusals.passwordWrong, code: refusals.codeWrong },
  }),
  keepAccount: call({
    method: 'POST',
    path: `${own}/keepAccount`,
    summary: 'Cancels the erasure; the account stays',
    access: 'customer',
    input: z.object({}),
    result: accountClosure,
  }),
} as const
