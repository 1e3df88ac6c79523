import { assetCodes } from '@candor/money'
import { fundingNetworks } from '@candor/rules'
import { z } from 'zod'
import { opsCall } from '../back-office/ops-call.ts'
import { proposalEntry } from '../back-office/proposals-ops.ts'
import { isoTime } from '../fields.ts'

const network = z.enum(fundingNetworks)

export const paymentAddress = z.object({
  network,
  coin: z.enum(assetCodes),
  /** The extended public key or the one address; null: none. */
  target: z.string().nullable(),
  /** `sample`: a sandbox whose operator entered nothing. `closed`: no deposits are accepted. */
  kind: z.enum(['key', 'address', 'sample', 'closed']),
  /** The first ones customers are shown, to compare with the wallet's. */
  addresses: z.array(z.string()),
  version: z.number().int(),
  changedAt: isoTime.nullable(),
  reason: z.string().nullable(),
})
export type PaymentAddress = z.infer<typeof paymentAddress>

export const fundingOps = {
  opsPaymentAddresses: opsCall({
    method: 'GET',
    path: '/ops/paymentAddresses',
    summary: 'Payment addresses on every network',
    roles: ['finance', 'risk', 'admin'],
    input: z.object({}),
    result: z.array(paymentAddress),
  }),
  opsProposePaymentAddress: opsCall({
    method: 'POST',
    path: '/ops/paymentAddresses',
    summary:
      'Proposes another key or address for a network; a second person approves it (⚖). Empty: take nothing',
    roles: ['finance', 'admin'],
    input: z.object({
      network,
      target: z.string().trim().max(200),
      reason: z.string().trim().min(3).max(500),
    }),
    result: proposalEntry,
  }),
} as const
