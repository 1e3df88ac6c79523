import { assetCodes } from '@candor/money'
import { refusals } from '@candor/refusals'
import { fundingNetworks, withdrawalMethods, withdrawalStatuses } from '@candor/rules'
import { z } from 'zod'
import { provenWith, secondFactorCode } from '../accounts/account-fields.ts'
import { call } from '../call.ts'
import { decimal, id, isoTime, pageOf, pageQuery, positiveDecimal } from '../fields.ts'
import { coin, network } from './funding-fields.ts'

export const withdrawalStatus = z.enum(withdrawalStatuses)

/** The withdrawal record (specification §4); amounts in the coin's own units. */
export const withdrawal = z.object({
  id,
  method: z.enum(withdrawalMethods),
  coin: z.enum(assetCodes),
  /** Null for a bank. */
  network: z.enum(fundingNetworks).nullable(),
  address: z.string().nullable(),
  bankAccountId: id.nullable(),
  /** The bank and the card's last four digits; null for a coin. */
  bankAccount: z.string().nullable(),
  /** Debited from the account, fee included. */
  amount: decimal,
  fee: decimal,
  received: decimal,
  /** Promised time of the payout. */
  deadlineAt: isoTime,
  /** End of a legal hold on it at the latest, where a name is like a listed one; null: none. */
  heldUntil: isoTime.nullable(),
  /** True when the deadline was missed. */
  late: z.boolean(),
  /** The transaction, or the bank's reference. */
  hash: z.string().nullable(),
  status: withdrawalStatus,
  /** Confirmations of the payment so far; null where no node checks. */
  confirmations: z.number().int().nullable(),
  confirmationsNeeded: z.number().int().nullable(),
  /** Oldest first; a refusal carries its reason. */
  timeline: z.array(z.object({ status: withdrawalStatus, at: isoTime, reason: z.string().nullable() })),
  createdAt: isoTime,
})
export type Withdrawal = z.infer<typeof withdrawal>

export const payoutAddress = z.object({
  id,
  network: z.enum(fundingNetworks),
  coin: z.enum(assetCodes),
  address: z.string(),
  label: z.string(),
  createdAt: isoTime,
  /** Null until the e-mailed code is entered. */
  confirmedAt: isoTime.nullable(),
  /** Time from which money can be sent there; null until it is confirmed. */
  usableAt: isoTime.nullable(),
})
export type PayoutAddress = z.infer<typeof payoutAddress>

/** The operator's record of paying withdrawals in time (trust T11). */
export const serviceRecord = z.object({
  since: isoTime,
  at: isoTime,
  deadlineHours: z.number(),
  asked: z.number().int(),
  paid: z.number().int(),
  refused: z.number().int(),
  cancelled: z.number().int(),
  /** Not yet paid or refused. */
  open: z.number().int(),
  /** Paid or refused after the deadline, and open past it. */
  late: z.number().int(),
  openLate: z.number().int(),
  /** Median time to the payout; null: none was paid. */
  medianPaidMinutes: z.number().int().nullable(),
})
export type ServiceRecord = z.infer<typeof serviceRecord>

const user = '/swx/customer/user'
const code = z.string().trim().min(1).max(12)

export const withdrawalCalls = {
  withdrawal: call({
    method: 'POST',
    path: `${user}/withdrawal`,
    summary:
      'Asks for money to be paid out; it is held at once, the fee within it, and given back if it is not paid',
    access: 'customer',
    realOnly: true,
    input: z.object({
      method: z.enum(withdrawalMethods),
      coin,
      network: network.optional(),
      address: z.string().trim().min(1).max(120).optional(),
      bankAccountId: id.optional(),
      amount: positiveDecimal,
      code,
      totp: secondFactorCode.optional(),
    }),
    result: withdrawal,
    success: 20003,
    movesMoney: true,
    fieldCodes: {
      method: refusals.withdrawalMethodMissing,
      address: refusals.payoutAddressMissing,
      bankAccountId: refusals.payoutAddressMissing,
      amount: refusals.amountInvalid,
      code: refusals.codeWrong,
    },
  }),
  cancelWithdrawal: call({
    method: 'POST',
    path: `${user}/cancelWithdrawal`,
    summary: 'Cancels a pending withdrawal; 11006 once it was decided',
    access: 'customer',
    realOnly: true,
    input: z.object({ id }),
    result: withdrawal,
    movesMoney: true,
  }),
  // The specification's own spelling.
  listWithdrwal: call({
    method: 'GET',
    path: `${user}/listWithdrwal`,
    summary: 'The customer’s withdrawals, newest first, or all of them as CSV; a demo account has none',
    access: 'customer',
    input: z.object({
      status: withdrawalStatus.optional(),
      format: z.enum(['json', 'csv']).default('json'),
      ...pageQuery,
    }),
    result: pageOf(withdrawal),
  }),
  listAddress: call({
    method: 'GET',
    path: `${user}/listAddress`,
    summary: 'The addresses the customer withdraws to',
    access: 'customer',
    input: z.object({}),
    result: z.array(payoutAddress),
  }),
  addAddress: call({
    method: 'POST',
    path: `${user}/addAddress`,
    summary: 'Adds an address and mails a code that confirms it; 10021 where it is none of the network',
    access: 'customer',
    realOnly: true,
    input: z.object({
      network,
      address: z.string().trim().min(1).max(120),
      label: z.string().trim().max(60),
      ...provenWith,
    }),
    result: payoutAddress,
    fieldCodes: { address: refusals.payoutAddressMissing },
  }),
  confirmAddress: call({
    method: 'POST',
    path: `${user}/confirmAddress`,
    summary:
      'Confirms an address with the mailed code; it can be used `withdrawal.newAddressHours` later. Without a code: another is mailed',
    access: 'customer',
    realOnly: true,
    input: z.object({ id, code: code.optional() }),
    result: payoutAddress,
    fieldCodes: { code: refusals.codeWrong },
  }),
  removeAddress: call({
    method: 'POST',
    path: `${user}/removeAddress`,
    summary: 'Removes an address from the address book',
    access: 'customer',
    realOnly: true,
    input: z.object({ id }),
    result: z.literal(true),
  }),
  serviceRecord: call({
    method: 'GET',
    path: '/swx/customer/index/serviceRecord',
    summary: 'Withdrawals of the last 30 days: paid, refused and late',
    access: 'visitor',
    input: z.object({}),
    result: serviceRecord,
  }),
} as const
