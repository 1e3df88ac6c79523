import { assetCodes } from '@candor/money'
import { refusals } from '@candor/refusals'
import { depositWaits, fundingNetworks } from '@candor/rules'
import { z } from 'zod'
import { call } from '../call.ts'
import { decimal, fileId, id, isoTime, pageOf, pageQuery, positiveDecimal } from '../fields.ts'
import { coin, network } from './funding-fields.ts'

export const depositStatus = z.enum(['pending', 'approved', 'rejected'])

/** The deposit record (specification §4); amounts in the coin's own units. */
export const recharge = z.object({
  id,
  coin: z.enum(assetCodes),
  network: z.enum(fundingNetworks),
  /** As the customer claimed it. */
  amount: decimal,
  /** The amount credited, which is the amount that arrived; null until then. */
  credited: decimal.nullable(),
  address: z.string(),
  /** Null while only its last six characters are known. */
  hash: z.string().nullable(),
  hashLast6: z.string(),
  /** The proof's file; null without one. */
  proof: z.string().nullable(),
  status: depositStatus,
  /** Reason for waiting; null once it is decided. */
  waitsFor: z.enum(depositWaits).nullable(),
  /** Set when the deposit was credited in error and reversed; else null. */
  reversal: z
    .object({
      at: isoTime,
      /** A key of the texts. */
      reason: z.string(),
      /** The amount debited at once. */
      taken: decimal,
      /** The amount that was no longer available, and the state of that debt. */
      claim: decimal,
      claimState: z.enum(['none', 'open', 'paid', 'waived']),
    })
    .nullable(),
  /** Confirmations seen on the chain so far; null where no node checks. */
  confirmations: z.number().int().nullable(),
  confirmationsNeeded: z.number().int(),
  /** Oldest first; a refusal carries its reason. */
  timeline: z.array(z.object({ status: depositStatus, at: isoTime, reason: z.string().nullable() })),
  createdAt: isoTime,
})
export type Recharge = z.infer<typeof recharge>

export const depositAddress = z.object({
  coin: z.enum(assetCodes),
  network: z.enum(fundingNetworks),
  address: z.string(),
  memo: z.string().nullable(),
  /** QR code of the address, as a data URI. */
  qr: z.string(),
  minimum: decimal,
  confirmations: z.number().int(),
  /** True: only this customer uses the address. False: one address serves all, and a reviewer assigns each payment. */
  own: z.boolean(),
  /** A sample address of a sandbox: payments to it are lost. */
  sample: z.boolean(),
  /** The chain is checked, and deposits are credited automatically. */
  automatic: z.boolean(),
})
export type DepositAddress = z.infer<typeof depositAddress>

const user = '/swx/customer/user'

export const fundingCalls = {
  getDepositAddress: call({
    method: 'GET',
    path: `${user}/getDepositAddress`,
    summary: 'The deposit address for a coin; 10015 where the operator accepts none on this network',
    access: 'customer',
    realOnly: true,
    input: z.object({ coin, network }),
    result: depositAddress,
  }),
  recharge: call({
    method: 'POST',
    path: `${user}/recharge`,
    summary: 'Hands in a transaction that paid the account; credited once, by the chain or a reviewer',
    access: 'customer',
    realOnly: true,
    input: z
      .object({
        coin,
        network,
        amount: positiveDecimal,
        hash: z.string().max(80).optional(),
        hashLast6: z.string().max(8).optional(),
        proof: fileId.optional(),
      })
      .refine(({ hash, hashLast6 }) => hash !== undefined || hashLast6 !== undefined, {
        path: ['hash'],
        message: 'missing',
      })
      .refine(({ hash, proof }) => hash !== undefined || proof !== undefined, {
        path: ['proof'],
        message: 'missing',
      }),
    result: recharge,
    success: 20002,
    movesMoney: true,
    fieldCodes: { amount: refusals.amountInvalid },
  }),
  listRecharge: call({
    method: 'GET',
    path: `${user}/listRecharge`,
    summary: 'The customer’s deposits, newest first, or all of them as CSV; a demo account has none',
    access: 'customer',
    input: z.object({
      status: depositStatus.optional(),
      format: z.enum(['json', 'csv']).default('json'),
      ...pageQuery,
    }),
    result: pageOf(recharge),
  }),
} as const
