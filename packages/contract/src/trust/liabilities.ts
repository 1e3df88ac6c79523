import { assetCodes } from '@candor/money'
import { fundingNetworks } from '@candor/rules'
import { z } from 'zod'
import { call } from '../call.ts'
import { decimal, isoTime } from '../fields.ts'

const asset = z.enum(assetCodes)
const hash = z.string().regex(/^[0-9a-f]{64}$/)
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

/**
 * Proof of control of an address: a text created by the server, valid for a day and signed with the address's key. Anyone can
 * verify it.
 */
export const heldControl = z.object({ message: z.string(), signature: z.string(), shownAt: isoTime })
export type HeldControl = z.infer<typeof heldControl>

/**
 * Location of a part of the assets held. `chain`: a node confirmed it on the day, and control of the address was proven. `stated`:
 * only the operator's word.
 */
export const heldPlace = z.object({
  name: z.string(),
  network: z.enum(fundingNetworks).nullable(),
  address: z.string().nullable(),
  stated: decimal,
  /** Null where no node was queried or none responded. */
  onChain: decimal.nullable(),
  /** Null where control was not proven; absent in documents from before this proof existed. */
  control: heldControl.nullable().optional(),
  basis: z.enum(['chain', 'stated']),
})
export type HeldPlace = z.infer<typeof heldPlace>

/** Amount owed to customers in an asset, and amount held, at the time of the proof. */
export const assetLiabilities = z.object({
  asset,
  /** The root's hash; null where no customer had a balance. */
  root: hash.nullable(),
  owed: decimal,
  customers: z.number().int(),
  held: z.array(heldPlace),
})
export type AssetLiabilities = z.infer<typeof assetLiabilities>

/** The signed document of a day. Fields added later stay in it, because its signature covers them. */
export const liabilitiesDocument = z.looseObject({
  kind: z.literal('liabilities'),
  date: day,
  at: isoTime,
  /** Hash of the previous document; 64 zeros for the first. */
  previous: hash,
  assets: z.array(assetLiabilities),
})
export type LiabilitiesDocument = z.infer<typeof liabilitiesDocument>

export const signedLiabilities = z.object({
  keyId: z.string(),
  signature: z.string(),
  document: liabilitiesDocument,
})

const leaf = z.object({
  asset,
  /** The customer's id as written in the leaf. */
  customer: z.string(),
  amount: decimal,
  /** The part of it in running plans. */
  inPlans: decimal,
  salt: z.string(),
  /** From the leaf upward. */
  path: z.array(z.object({ side: z.enum(['left', 'right']), amount: decimal, hash })),
})

const requestedDate = z.string().regex(/^(latest|\d{4}-\d{2}-\d{2})$/)

export const liabilitiesCalls = {
  liabilities: call({
    method: 'GET',
    path: '/swx/customer/index/liabilities/{date}',
    summary:
      'The signed proof of what was owed to customers on a day (`latest`: the newest), and the days there are',
    access: 'visitor',
    input: z.object({ date: requestedDate }),
    result: z.object({ proof: signedLiabilities, dates: z.array(day) }),
  }),
  liabilityLeaf: call({
    method: 'GET',
    path: '/swx/customer/user/liabilityLeaf/{date}',
    summary: 'The customer’s own leaves in the trees of a day, each with its path to the root',
    access: 'customer',
    input: z.object({ date: requestedDate }),
    result: z.object({
      date: day,
      /** False: the paths of that day are no longer stored; the signed document is. */
      kept: z.boolean(),
      leaves: z.array(leaf),
    }),
  }),
} as const
