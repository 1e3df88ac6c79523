import { z } from 'zod'
import { provenWith, secondFactorCode } from '../accounts/account-fields.ts'
import { call } from '../call.ts'
import { id, isoTime } from '../fields.ts'

/** A bound bank card; its number is never given back whole. */
export const bankAccount = z.object({
  id,
  bank: z.string(),
  branch: z.string(),
  accountName: z.string(),
  /** Masked: `•••• 1234`. */
  cardNumber: z.string(),
  createdAt: isoTime,
  /** From when money can be sent to it. */
  usableAt: isoTime,
})
export type BankAccount = z.infer<typeof bankAccount>

const user = '/swx/customer/user'
const line = z.string().trim().min(1).max(120)
/** Needed where the account has a second factor (`secondFactorRequired`). */
const totp = secondFactorCode.optional()

export const bankCalls = {
  updateBankInfo: call({
    method: 'POST',
    path: `${user}/updateBankInfo`,
    summary: 'Binds a bank card, or with `id` changes a bound one; the number is kept sealed',
    access: 'customer',
    realOnly: true,
    input: z.object({
      id: id.optional(),
      bank: line,
      branch: line,
      accountName: line,
      cardNumber: z.string().max(60),
      ...provenWith,
    }),
    result: bankAccount,
    success: 20005,
  }),
  listBankInfo: call({
    method: 'GET',
    path: `${user}/listBankInfo`,
    summary: 'The customer’s bank cards, their numbers masked',
    access: 'customer',
    input: z.object({}),
    result: z.array(bankAccount),
  }),
  removeBankInfo: call({
    method: 'POST',
    path: `${user}/removeBankInfo`,
    summary: 'Unbinds a bank card',
    access: 'customer',
    realOnly: true,
    input: z.object({ id, totp }),
    result: z.object({}),
    success: 20005,
  }),
} as const
