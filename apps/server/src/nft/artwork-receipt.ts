import { writeRate, writeUsdt } from '@candor/money'
import { nextBidMinor } from '@candor/rules'
import type { Database } from '../platform/database/database.ts'
import { bidsOf, workById, workByPublicId } from './nft-store.ts'
import { type BidRow, type ShownWork, termsOf } from './work-response.ts'

/** A receipt before it is signed, and the address under which anyone may see it. */
export interface UnsignedReceipt {
  readonly document: Readonly<Record<string, unknown>>
  readonly publicId: string
}

/** The certificate of a work the customer bought; null when there is none of that id, or it is not theirs. */
export async function ownArtworkReceipt(
  db: Database,
  id: string,
  userId: string,
): Promise<UnsignedReceipt | null> {
  const row = await workById(db.query, id)
  return row === null || row.buyer !== userId ? null : receiptOf(db, row)
}

/** The same by its unguessable public address. */
export async function publicArtworkReceipt(db: Database, publicId: string): Promise<UnsignedReceipt | null> {
  const row = await workByPublicId(db.query, publicId)
  return row === null ? null : receiptOf(db, row)
}

/** More bids than any auction sees; the receipt names each. */
const mostBids = 10_000

/**
 * Builds the receipt. It names no customer: bidders are numbered, and the buyer appears as the address the token goes to (trust T6, T19).
 */
async function receiptOf(db: Database, row: ShownWork): Promise<UnsignedReceipt | null> {
  if (row.public_id === null) return null
  const bids = (await bidsOf(db.query, row.id, mostBids)).reverse()
  const events = [...bids.map((bid, at) => bidEvent(row, bid, bids[at - 1] ?? null)), saleEvent(row)]
  return {
    publicId: row.public_id,
    document: {
      version: 1,
      kind: 'artwork',
      order: artworkClaims(row),
      events: events.map((event, at) => ({ ...event, number: at + 1 })),
    },
  }
}

const bidEvent = (row: ShownWork, bid: BidRow, before: BidRow | null) => ({
  kind: 'bid',
  at: Number(bid.at),
  bidder: bid.bidder,
  formula: [
    'least = the bid before + up(bid before × bidStep, to 0.01), or the starting price',
    'endsAt = endedAt, or endedAt + softClose for a bid within softClose of it',
  ],
  amount: writeUsdt(bid.amount),
  least: writeUsdt(nextBidMinor(termsOf(row), before?.amount ?? null)),
  endedAt: Number(bid.ended_at),
})

const saleEvent = (row: ShownWork) => ({
  kind: 'sale',
  at: Number(row.sold_at),
  formula: ['fee = down(amount × feeRate)', 'donated = amount − fee'],
  amount: writeUsdt(row.sold_price ?? 0n),
  fee: writeUsdt(row.fee ?? 0n),
  donated: writeUsdt((row.sold_price ?? 0n) - (row.fee ?? 0n)),
})

function artworkClaims(row: ShownWork): Readonly<Record<string, unknown>> {
  const terms = termsOf(row)
  return {
    id: row.id,
    orderNo: row.certificate_no,
    mode: 'real',
    title: row.title,
    creator: row.creator_name,
    sample: row.sample,
    verified: row.verified,
    chain: row.chain,
    address: row.address,
    tokenId: row.token_id,
    receivingAddress: row.receiving_address,
    deliveryHash: row.delivery_hash,
    saleKind: terms.saleKind,
    price: writeUsdt(terms.priceMinor),
    startsAt: terms.startsAt,
    endsAt: terms.endsAt,
    bidStep: writeRate(terms.bidStep),
    softCloseMs: terms.softCloseMs,
    feeRate: writeRate(terms.feeRate),
    bids: row.bid_count,
    amount: writeUsdt(row.sold_price ?? 0n),
    fee: writeUsdt(row.fee ?? 0n),
    donated: writeUsdt((row.sold_price ?? 0n) - (row.fee ?? 0n)),
    soldAt: Number(row.sold_at),
  }
}
