import { refusals } from '@candor/refusals'
import { nftChains, saleKinds, workStates } from '@candor/rules'
import { z } from 'zod'
import { opsCall } from '../back-office/ops-call.ts'
import { decimal, id, isoTime, pageOf, pageQuery, positiveDecimal } from '../fields.ts'

const text = (most: number) => z.string().trim().min(1).max(most)
const reason = z.string().trim().min(3).max(500)
const works = ['content', 'admin'] as const
const charity = ['finance', 'admin'] as const

export const nftCreator = z.object({ id, name: z.string(), about: z.string(), works: z.number().int() })
export type NftCreator = z.infer<typeof nftCreator>

/** A work as the console shows it; amounts in USDT. */
export const nftWork = z.object({
  id,
  title: z.string(),
  description: z.string(),
  image: z.string(),
  thumbnail: z.string(),
  creator: z.object({ id, name: z.string() }),
  chain: z.enum(nftChains),
  address: z.string(),
  tokenId: z.string(),
  verified: z.boolean(),
  sample: z.boolean(),
  state: z.enum(workStates),
  saleKind: z.enum(saleKinds).nullable(),
  price: decimal.nullable(),
  startsAt: isoTime.nullable(),
  endsAt: isoTime.nullable(),
  bidCount: z.number().int(),
  highest: decimal.nullable(),
  soldAt: isoTime.nullable(),
  soldPrice: decimal.nullable(),
  receivingAddress: z.string().nullable(),
  deliveryHash: z.string().nullable(),
})
export type NftWork = z.infer<typeof nftWork>

export const charityTransfer = z.object({
  id,
  recipient: z.string(),
  network: z.enum(['ERC20', 'TRC20']),
  address: z.string(),
  amount: decimal,
  reason: z.string(),
  state: z.enum(['approved', 'sent', 'cancelled']),
  hash: z.string().nullable(),
  approvedAt: isoTime,
  proposedBy: z.string(),
  approvedBy: z.string(),
  endedAt: isoTime.nullable(),
})
export type CharityTransfer = z.infer<typeof charityTransfer>

const path = '/ops/nft'

/** Artworks and what becomes of their proceeds. */
export const nftOps = {
  opsNftCreators: opsCall({
    method: 'GET',
    path: `${path}/creators`,
    summary: 'The creators, by name',
    roles: works,
    input: z.object({}),
    result: z.array(nftCreator),
  }),
  opsNftAddCreator: opsCall({
    method: 'POST',
    path: `${path}/creators`,
    summary: 'Adds a creator',
    roles: works,
    input: z.object({ name: text(80), about: text(600) }),
    result: z.object({ id }),
  }),
  opsNftPicture: opsCall({
    method: 'POST',
    path: `${path}/pictures`,
    summary:
      'Uploads a picture of a work (JPG, JPEG 2000 or PNG by its content, at most 2 MB); it is redrawn without metadata, large and small',
    roles: works,
    // Base64 makes three bytes four signs.
    input: z.object({ data: z.base64().max(2_796_204) }),
    result: z.object({ id, image: z.string(), thumbnail: z.string() }),
    mostBytes: 3_000_000,
    fieldCodes: { data: refusals.fileRejected },
  }),
  opsNftWorks: opsCall({
    method: 'GET',
    path: `${path}/works`,
    summary: 'Works in every state, newest first',
    roles: ['content', 'finance', 'admin'],
    input: z.object({ state: z.enum(workStates).optional(), ...pageQuery }),
    result: pageOf(nftWork),
  }),
  opsNftAddWork: opsCall({
    method: 'POST',
    path: `${path}/works`,
    summary: 'Adds a work; it is offered later',
    roles: works,
    input: z.object({
      title: text(120),
      description: text(2_000),
      creatorId: id,
      pictureId: id,
      chain: z.enum(nftChains),
      address: text(120),
      tokenId: z
        .string()
        .trim()
        .regex(/^\d{1,78}$/),
    }),
    result: z.object({ id }),
    fieldCodes: { pictureId: refusals.fileRejected },
  }),
  opsNftOffer: opsCall({
    method: 'POST',
    path: `${path}/works/{id}/offer`,
    summary: 'Offers a work that is not on sale: at a price, or in an auction; the terms then stay',
    roles: works,
    input: z.object({
      id,
      saleKind: z.enum(saleKinds),
      price: positiveDecimal,
      startsAt: isoTime,
      endsAt: isoTime.nullable(),
      reason,
    }),
    result: z.literal(true),
    fieldCodes: { price: refusals.amountInvalid },
  }),
  opsNftWithdraw: opsCall({
    method: 'POST',
    path: `${path}/works/{id}/withdraw`,
    summary: 'Withdraws an unsold work from sale; 11006 if it has a bid',
    roles: works,
    input: z.object({ id, reason }),
    result: z.literal(true),
  }),
  opsNftVerify: opsCall({
    method: 'POST',
    path: `${path}/works/{id}/verify`,
    summary: 'Marks creator, contract and token as verified, or removes the mark',
    roles: works,
    input: z.object({ id, verified: z.boolean(), reason }),
    result: z.literal(true),
  }),
  opsNftDeliver: opsCall({
    method: 'POST',
    path: `${path}/works/{id}/deliver`,
    summary: 'Names the transaction that brought a sold work’s token to its buyer',
    roles: ['content', 'finance', 'admin'],
    input: z.object({ id, hash: text(80) }),
    result: z.literal(true),
  }),
  opsCharity: opsCall({
    method: 'GET',
    path: '/ops/charity',
    summary: 'The balance of the charity’s account, and the transfers from it',
    roles: charity,
    input: z.object({}),
    result: z.object({
      sold: decimal,
      fees: decimal,
      credited: decimal,
      transferred: decimal,
      kept: decimal,
      promised: decimal,
      addsUp: z.boolean(),
      transfers: z.array(charityTransfer),
    }),
  }),
  opsProposeCharityTransfer: opsCall({
    method: 'POST',
    path: '/ops/charity/transfers',
    summary: 'Proposes to hand money on to the charity; a second person approves it, which sets it aside',
    roles: charity,
    input: z.object({
      recipient: text(120),
      network: z.enum(['ERC20', 'TRC20']),
      address: text(120),
      amount: positiveDecimal,
      reason,
    }),
    result: z.object({ id }),
    fieldCodes: { address: refusals.payoutAddressMissing, amount: refusals.amountInvalid },
  }),
  opsSendCharityTransfer: opsCall({
    method: 'POST',
    path: '/ops/charity/transfers/{id}/sent',
    summary: 'Names the transaction of an approved transfer: it stands on the public ledger from then on',
    roles: charity,
    input: z.object({ id, hash: text(80) }),
    result: z.literal(true),
  }),
  opsCancelCharityTransfer: opsCall({
    method: 'POST',
    path: '/ops/charity/transfers/{id}/cancel',
    summary: 'Cancels an approved transfer that was not sent: the money is free again',
    roles: charity,
    input: z.object({ id, reason }),
    result: z.literal(true),
  }),
} as const
