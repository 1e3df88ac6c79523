import { refusals } from '@candor/refusals'
import { nftChains, saleKinds } from '@candor/rules'
import { z } from 'zod'
import { call } from '../call.ts'
import { decimal, id, isoTime, pageOf, pageQuery, positiveDecimal, wordId } from '../fields.ts'

/** `upcoming`: announced; `unsold`: the sale ended without a buyer. */
export const artworkStatuses = ['upcoming', 'open', 'sold', 'unsold'] as const
export type ArtworkStatus = (typeof artworkStatuses)[number]
export const artworkSorts = ['newest', 'ending', 'priceLow', 'priceHigh'] as const
export type ArtworkSort = (typeof artworkSorts)[number]

/** An artwork in the list; amounts in USDT. */
export const artwork = z.object({
  id,
  title: z.string(),
  /** Addresses on this server. */
  image: z.string(),
  thumbnail: z.string(),
  creator: z.string(),
  creatorId: id,
  chain: z.enum(nftChains),
  /** The smart contract of the token. */
  address: z.string(),
  tokenId: z.string(),
  saleKind: z.enum(saleKinds),
  /** The price, or the starting price of an auction. */
  price: decimal,
  /** The highest bid; null while there is none, and for a fixed price. */
  currentBid: decimal.nullable(),
  /** The lowest next bid; null for a fixed price and when no bid is possible. */
  nextBid: decimal.nullable(),
  bidCount: z.number().int(),
  saleStartsAt: isoTime,
  /** Null: offered until it is sold. A late bid extends it. */
  saleEndsAt: isoTime.nullable(),
  /** The operator compared creator, contract and token with the creator's own statement. */
  verified: z.boolean(),
  /** Sum that this creator's sold works have brought the charity so far, this one included. */
  cumulativeDonation: decimal,
  status: z.enum(artworkStatuses),
  /** Generated for a sandbox: no blockchain holds its token. */
  sample: z.boolean(),
  soldAt: isoTime.nullable(),
  soldPrice: decimal.nullable(),
})
export type Artwork = z.infer<typeof artwork>

export const artworkBid = z.object({
  number: z.number().int(),
  /** Bidders are numbered in order of arrival and not named. */
  bidder: z.number().int(),
  amount: decimal,
  at: isoTime,
})
export type ArtworkBid = z.infer<typeof artworkBid>

export const artworkPage = artwork.extend({
  description: z.string(),
  creatorAbout: z.string(),
  /** The operator's share of the price; the rest is the charity's. */
  feeRate: decimal,
  /** Share by which a bid must exceed the previous one. */
  bidStep: decimal,
  /** A bid within this time before the end extends the auction by as much. */
  softCloseSeconds: z.number().int(),
  /** The transaction that sent the token to the buyer. */
  deliveryHash: z.string().nullable(),
  /** The newest fifty, newest first. */
  bids: z.array(artworkBid),
})
export type ArtworkPage = z.infer<typeof artworkPage>

/** An artwork the customer bought or bid for. */
export const ownArtwork = artwork.extend({
  /** `bidding` even when another bidder won the auction. */
  mine: z.enum(['owned', 'bidding']),
  /** The customer's own highest bid; null for a fixed price. */
  myBid: decimal.nullable(),
  /** The customer has the highest bid: its amount is held. */
  leading: z.boolean(),
  receivingAddress: z.string(),
  /** Null until the customer owns the work. */
  certificate: z.object({ publicId: id, number: z.string() }).nullable(),
  deliveryHash: z.string().nullable(),
})
export type OwnArtwork = z.infer<typeof ownArtwork>

export const charityLine = z.object({
  id,
  kind: z.enum(['sale', 'transfer']),
  at: isoTime,
  /** The price of a sale, or the amount passed on. */
  amount: decimal,
  /** For a sale: the operator's share, and the credit to the charity's account. */
  fee: decimal.nullable(),
  credited: decimal.nullable(),
  artwork: z.object({ id, title: z.string(), thumbnail: z.string() }).nullable(),
  /** For a transfer: the recipient, the address and the transaction. */
  recipient: z.string().nullable(),
  network: z.enum(['ERC20', 'TRC20']).nullable(),
  address: z.string().nullable(),
  hash: z.string().nullable(),
})
export type CharityLine = z.infer<typeof charityLine>

/** Proceeds of artworks and their use (trust T19); amounts in USDT, those of the account from the ledger itself. */
export const charityBook = pageOf(charityLine).extend({
  charity: z.string(),
  asOf: isoTime,
  totals: z.object({
    sales: z.number().int(),
    sold: decimal,
    fees: decimal,
    credited: decimal,
    transfers: z.number().int(),
    transferred: decimal,
    /** Current balance of the account. */
    kept: decimal,
    /** The part of it for transfers that two people approved and that are not sent yet. */
    promised: decimal,
  }),
})
export type CharityBook = z.infer<typeof charityBook>

/** Message on `/websocket/artworks`: a change of an artwork, or the time alone. */
export const artworkMessage = z.object({
  type: z.enum(['artwork', 'time']),
  /** Server's time in epoch milliseconds. */
  at: z.number().int(),
  data: z
    .object({
      id,
      status: z.enum(artworkStatuses),
      currentBid: decimal.nullable(),
      nextBid: decimal.nullable(),
      bidCount: z.number().int(),
      saleEndsAt: isoTime.nullable(),
      soldAt: isoTime.nullable(),
      soldPrice: decimal.nullable(),
      /** The bid that changed it; null for any other change. */
      bid: artworkBid.nullable(),
    })
    .nullable(),
})
export type ArtworkMessage = z.infer<typeof artworkMessage>

const index = '/swx/customer/index'
const own = '/swx/customer/user'
const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

export const nftCalls = {
  listNft: call({
    method: 'GET',
    path: `${index}/listNft`,
    summary: 'Artworks sold for the charity: those on sale, announced, sold and ended',
    access: 'visitor',
    input: z.object({
      status: z.enum(artworkStatuses).optional(),
      saleKind: z.enum(saleKinds).optional(),
      chain: z.enum(nftChains).optional(),
      verified: flag.optional(),
      creatorId: wordId.optional(),
      sort: z.enum(artworkSorts).default('newest'),
      ...pageQuery,
    }),
    result: pageOf(artwork),
  }),
  getNftById: call({
    method: 'GET',
    path: `${index}/getNftById/{id}`,
    summary: 'One artwork with its bids',
    access: 'visitor',
    input: z.object({ id }),
    result: artworkPage,
  }),
  charityLedger: call({
    method: 'GET',
    path: `${index}/charityLedger`,
    summary: 'Artwork proceeds for the charity and their transfers, each with its transaction',
    access: 'visitor',
    input: z.object(pageQuery),
    result: charityBook,
  }),
  buyNft: call({
    method: 'POST',
    path: `${own}/buyNft`,
    summary:
      'Buys an artwork at its price, or bids in its auction: a bid is held and released as soon as somebody bids more',
    access: 'customer',
    realOnly: true,
    input: z.object({
      id,
      amount: positiveDecimal.optional(),
      receivingAddress: z.string().trim().min(1).max(120),
    }),
    result: ownArtwork,
    success: 20004,
    movesMoney: true,
    fieldCodes: {
      id: refusals.artworkNotForSale,
      amount: refusals.amountInvalid,
      receivingAddress: refusals.payoutAddressMissing,
    },
  }),
  listMyNft: call({
    method: 'GET',
    path: `${own}/listNft`,
    summary: 'The artworks the customer bought or bid for, newest first; a demo account has none',
    access: 'customer',
    input: z.object({
      /** For a single artwork only. */
      id: wordId.optional(),
      mine: z.enum(['owned', 'bidding']).optional(),
      ...pageQuery,
    }),
    result: pageOf(ownArtwork),
  }),
  nftCertificate: call({
    method: 'GET',
    path: `${own}/nftCertificate/{id}`,
    summary:
      'The certificate of an artwork the customer bought, as a PDF in the language of the `lang` header',
    access: 'customer',
    realOnly: true,
    input: z.object({ id }),
    result: z.string(),
  }),
} as const
