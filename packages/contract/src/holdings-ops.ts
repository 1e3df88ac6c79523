import { assetCodes } from '@candor/money'
import { fundingNetworks } from '@candor/rules'
import { z } from 'zod'
import { decimal, isoTime } from './fields.ts'
import { proposalEntry } from './operators-ops.ts'
import { opsCall } from './ops-call.ts'

export const holding = z.object({
  name: z.string(),
  asset: z.enum(assetCodes),
  network: z.enum(fundingNetworks).nullable(),
  address: z.string().nullable(),
  stated: decimal,
  /** A node of its chain is set: the daily proof says what it shows. */
  checkable: z.boolean(),
  version: z.number().int(),
  changedAt: isoTime,
  reason: z.string(),
})
export type Holding = z.infer<typeof holding>

export const holdingsOps = {
  opsHoldings: opsCall({
    method: 'GET',
    path: '/ops/holdings',
    summary: 'Where customers’ money is kept, as published beside the daily proof of liabilities',
    roles: ['finance', 'risk', 'admin'],
    input: z.object({}),
    result: z.array(holding),
  }),
  opsProposeHolding: opsCall({
    method: 'POST',
    path: '/ops/holdings',
    summary: 'Proposes a place of customers’ money or another amount for it; a second person approves it (⚖)',
    roles: ['finance', 'admin'],
    input: z.object({
      name: z.string().trim().min(1).max(80),
      asset: z.enum(assetCodes),
      network: z.enum(fundingNetworks).nullable(),
      address: z.string().trim().min(1).max(120).nullable(),
      stated: decimal,
      reason: z.string().trim().min(3).max(500),
    }),
    result: proposalEntry,
  }),
} as const
