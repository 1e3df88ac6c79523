import { assetCodes } from '@candor/money'
import { fundingNetworks } from '@candor/rules'
import { z } from 'zod'
import { opsCall } from '../back-office/ops-call.ts'
import { proposalEntry } from '../back-office/proposals-ops.ts'
import { boundedDecimal, decimal, id, isoTime } from '../fields.ts'
import { heldControl } from './liabilities.ts'

export const holding = z.object({
  name: z.string(),
  asset: z.enum(assetCodes),
  network: z.enum(fundingNetworks).nullable(),
  address: z.string().nullable(),
  stated: decimal,
  /** True when a node of its chain is configured: the daily proof then uses the node's figure. */
  checkable: z.boolean(),
  /** Time at which control of its address was proven; null: it was not, and the proof says “stated”. */
  controlShownAt: isoTime.nullable(),
  version: z.number().int(),
  changedAt: isoTime,
  reason: z.string(),
})
export type Holding = z.infer<typeof holding>

/** A text to be signed with the key of a place's address, once, before it expires. */
export const holdingChallenge = z.object({
  id,
  name: z.string(),
  network: z.enum(fundingNetworks),
  address: z.string(),
  message: z.string(),
  expiresAt: isoTime,
})
export type HoldingChallenge = z.infer<typeof holdingChallenge>

const placeName = z.string().trim().min(1).max(80)

export const holdingsOps = {
  opsHoldings: opsCall({
    method: 'GET',
    path: '/ops/holdings',
    summary: 'Holdings of customers’ money, as published with the daily proof of liabilities',
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
      name: placeName,
      asset: z.enum(assetCodes),
      network: z.enum(fundingNetworks).nullable(),
      address: z.string().trim().min(1).max(120).nullable(),
      stated: boundedDecimal,
      reason: z.string().trim().min(3).max(500),
    }),
    result: proposalEntry,
  }),
  opsAskHoldingControl: opsCall({
    method: 'POST',
    path: '/ops/holdings/control',
    summary:
      'A text to sign with the key of a place’s address, to show that it is the operator’s; good for a day',
    roles: ['finance', 'admin'],
    input: z.object({ name: placeName }),
    result: holdingChallenge,
  }),
  opsShowHoldingControl: opsCall({
    method: 'POST',
    path: '/ops/holdings/control/{id}',
    summary: 'Shows control of a place’s address by the signature of its text; the next daily proof has it',
    roles: ['finance', 'admin'],
    input: z.object({ id, name: placeName, signature: z.string().trim().min(1).max(2_000) }),
    result: heldControl,
  }),
} as const
