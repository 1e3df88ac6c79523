import { assetCodes } from '@candor/money'
import { treasuryActs, treasuryPlaces } from '@candor/rules'
import { z } from 'zod'
import { decimal, isoTime, positiveDecimal } from '../fields.ts'
import { opsCall } from './ops-call.ts'
import { proposalEntry } from './proposals-ops.ts'
import { offeredServices } from './treasury.ts'

const coin = z.enum(assetCodes)
const place = z.enum(treasuryPlaces)
const end = z.enum([...treasuryPlaces, 'world'])

export const treasuryAccountShown = z.object({
  place,
  coin,
  balance: decimal,
  /** Reserved in the ledger. */
  held: decimal,
  /** Promised beyond that, part by part; null: cannot be known now, and nothing leaves. */
  promises: z.array(
    z.object({
      kind: z.enum(['openProfits', 'lossCover', 'savings', 'unpaidFees']),
      amount: decimal.nullable(),
    }),
  ),
  /** Neither set aside nor promised; null with a promise that cannot be known. */
  free: decimal.nullable(),
  /** `funded`: its services can be offered. `lacking`: they cannot. `unneeded`: no service on offer needs it. */
  state: z.enum(['funded', 'lacking', 'unneeded']),
})
export type TreasuryAccountShown = z.infer<typeof treasuryAccountShown>

export const treasuryMoveShown = z.object({
  id: z.string(),
  act: z.enum(treasuryActs),
  coin,
  from: end,
  to: end,
  amount: decimal,
  /** Empty: moved before a reference was required. */
  reference: z.string(),
  reason: z.string(),
  proposedBy: z.string(),
  approvedBy: z.string(),
  at: isoTime,
})
export type TreasuryMoveShown = z.infer<typeof treasuryMoveShown>

/** The operator's own money: how much is needed before anything is offered, and how it comes in and goes out. */
export const treasuryOps = {
  opsTreasury: opsCall({
    method: 'GET',
    path: '/ops/treasury',
    summary:
      'Every account of the operator: balance, set aside, promised, free, enough or not; what is offered with it; the newest hundred moves',
    roles: ['finance', 'risk', 'admin'],
    input: z.object({}),
    result: z.object({
      accounts: z.array(treasuryAccountShown),
      offered: offeredServices,
      moves: z.array(treasuryMoveShown),
    }),
  }),
  opsProposeTreasury: opsCall({
    method: 'POST',
    path: '/ops/treasury/moves',
    summary:
      'Proposes to put the operator’s money in, to take out what is free, to move it between own accounts, or to book a result of hedging',
    roles: ['finance', 'admin'],
    input: z.object({
      act: z.enum(treasuryActs),
      place,
      /** The account that receives; for `move` alone. */
      to: place.nullable(),
      coin,
      amount: positiveDecimal,
      /** Of the bank or chain transfer; booked once in each direction. For a move, of the operator's own paper. */
      reference: z.string().trim().min(3).max(120),
      reason: z.string().trim().min(3).max(500),
    }),
    result: proposalEntry,
  }),
} as const
