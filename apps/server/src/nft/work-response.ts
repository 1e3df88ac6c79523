import type {
  Artwork,
  ArtworkBid,
  ArtworkMessage,
  ArtworkPage,
  ArtworkStatus,
  OwnArtwork,
} from '@candor/contract'
import { type Rate, writeRate, writeUsdt } from '@candor/money'
import { nextBidMinor, type SaleTerms } from '@candor/rules'
import type { Selectable } from 'kysely'
import { isoOf, isoOrNull } from '../platform/iso-time.ts'
import type { NftTables } from './nft-tables.ts'

export type WorkRow = Selectable<NftTables['nft_works']>
export type BidRow = Selectable<NftTables['nft_bids']>

/** A work with its creator's name and description. */
export interface ShownWork extends WorkRow {
  readonly creator_name: string
  readonly creator_about: string
  /** Donations to the charity from this creator's sold works. */
  readonly donated: bigint
}

const orNull = (minor: bigint | null): string | null => (minor === null ? null : writeUsdt(minor))

/** Names of the chains, the same in every language. */
export const chainNames = { ethereum: 'Ethereum', polygon: 'Polygon', tron: 'Tron' } as const

/** The terms of a work that is or was offered. */
export function termsOf(row: WorkRow): SaleTerms {
  const { sale_kind, price, starts_at, bid_step, soft_close_ms, fee_rate } = row
  if (sale_kind === null || price === null || starts_at === null)
    throw new Error(`work ${row.id} has no terms`)
  return {
    saleKind: sale_kind,
    priceMinor: price,
    startsAt: Number(starts_at),
    endsAt: row.ends_at === null ? null : Number(row.ends_at),
    bidStep: (bid_step ?? 0n) as Rate,
    softCloseMs: Number(soft_close_ms ?? 0n),
    feeRate: (fee_rate ?? 0n) as Rate,
  }
}

/**
 * Returns the public status. A work whose sale is over but not yet settled still counts as open: its end shows that no further bid is
 * possible.
 */
export function statusOf({ state, starts_at }: WorkRow, nowMs: number): ArtworkStatus {
  if (state === 'sold' || state === 'unsold') return state
  return starts_at !== null && Number(starts_at) > nowMs ? 'upcoming' : 'open'
}

/** Returns the paths of a work's pictures on this server. */
export const picturesOf = ({ picture_id, drawing }: Pick<WorkRow, 'picture_id' | 'drawing'>) =>
  picture_id === null
    ? { image: `/art/${drawing}.svg`, thumbnail: `/art/${drawing}.svg` }
    : { image: `/art/${picture_id}.jpg`, thumbnail: `/art/${picture_id}-small.jpg` }

const nextBidOf = (row: WorkRow): string | null =>
  row.sale_kind === 'auction' && row.state === 'offered'
    ? writeUsdt(nextBidMinor(termsOf(row), row.highest))
    : null

export function toArtworkResponse(row: ShownWork, nowMs: number): Artwork {
  const terms = termsOf(row)
  return {
    id: row.id,
    title: row.title,
    ...picturesOf(row),
    creator: row.creator_name,
    creatorId: row.creator_id,
    chain: row.chain,
    address: row.address,
    tokenId: row.token_id,
    saleKind: terms.saleKind,
    price: writeUsdt(terms.priceMinor),
    currentBid: orNull(row.highest),
    nextBid: nextBidOf(row),
    bidCount: row.bid_count,
    saleStartsAt: isoOf(terms.startsAt),
    saleEndsAt: isoOrNull(row.ends_at),
    verified: row.verified,
    cumulativeDonation: writeUsdt(row.donated),
    status: statusOf(row, nowMs),
    sample: row.sample,
    soldAt: isoOrNull(row.sold_at),
    soldPrice: orNull(row.sold_price),
  }
}

export const toBidResponse = ({ number, bidder, amount, at }: BidRow): ArtworkBid => ({
  number,
  bidder,
  amount: writeUsdt(amount),
  at: isoOf(at),
})

export function toArtworkPageResponse(row: ShownWork, bids: readonly BidRow[], nowMs: number): ArtworkPage {
  const terms = termsOf(row)
  return {
    ...toArtworkResponse(row, nowMs),
    description: row.description,
    creatorAbout: row.creator_about,
    feeRate: writeRate(terms.feeRate),
    bidStep: writeRate(terms.bidStep),
    softCloseSeconds: terms.softCloseMs / 1_000,
    deliveryHash: row.delivery_hash,
    bids: bids.map(toBidResponse),
  }
}

/** `bid` is the customer's own highest; null where they bought at a price. */
export function toOwnArtworkResponse(
  row: ShownWork,
  userId: string,
  bid: Pick<BidRow, 'amount' | 'receiving_address'> | null,
  nowMs: number,
): OwnArtwork {
  const owned = row.buyer === userId
  return {
    ...toArtworkResponse(row, nowMs),
    mine: owned ? 'owned' : 'bidding',
    myBid: orNull(bid?.amount ?? null),
    leading: row.state === 'offered' && row.leader === userId,
    receivingAddress: (owned ? row.receiving_address : bid?.receiving_address) ?? '',
    certificate:
      owned && row.public_id !== null && row.certificate_no !== null
        ? { publicId: row.public_id, number: row.certificate_no }
        : null,
    deliveryHash: owned ? row.delivery_hash : null,
  }
}

/** Change of an artwork, for every open page that shows it. */
export type ArtworkChange = NonNullable<ArtworkMessage['data']>

/** Builds the message about a changed work for its open pages; `bid` if one changed it. */
export const changeOf = (row: WorkRow, bid: BidRow | null, nowMs: number): ArtworkChange => ({
  id: row.id,
  status: statusOf(row, nowMs),
  currentBid: orNull(row.highest),
  nextBid: nextBidOf(row),
  bidCount: row.bid_count,
  saleEndsAt: isoOrNull(row.ends_at),
  soldAt: isoOrNull(row.sold_at),
  soldPrice: orNull(row.sold_price),
  bid: bid === null ? null : toBidResponse(bid),
})
