import { refusals } from '@candor/refusals'
import { nftChains, saleKinds } from '@candor/rules'
import { z } from 'zod'
import { call } from './call.ts'
import { decimal, id, isoTime, pageOf, pageQuery, positiveDecimal, wordId } from './fields.ts'

/** `upcoming`: announced; `unsold`: the sale ended and nobody bought. */
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
  /** The contract the token belongs to. */
  address: z.string(),
  tokenId: z.string(),
  saleKind: z.enum(saleKinds),
  /** The price, or what the auction started at. */
  price: decimal,
  /** The highest bid; null while there is none, and for a fixed price. */
  currentBid: decimal.nullable(),
  /** The least that may be bid next; null for a fixed price and when nothing more can be bid. */
  nextBid: decimal.nullable(),
  bidCount: z.number().int(),
  saleStartsAt: isoTime,
  /** Null: offered until it is bought. A late bid moves it. */
  saleEndsAt: isoTime.nullable(),
  /** The operator compared creator, contract and token with what the creator says themselves. */
  verified: z.boolean(),
  /** What the sold works of this creator have brought the charity so far, this one included. */
  cumulativeDonation: decimal,
  status: z.enum(artworkStatuses),
  /** Drawn by this program, for a sandbox: no token stands on any chain. */
  sample: z.boolean(),
  soldAt: isoTime.nullable(),
  soldPrice: decimal.nullable(),
})
export type Artwork = z.infer<typeof artwork>

export const artworkBid = z.object({
  number: z.number().int(),
  /** Bidders are counted in the order they came; nobody is named. */
  bidder: z.number().int(),
  amount: decimal,
  at: isoTime,
})
export type ArtworkBid = z.infer<typeof artworkBid>

export const artworkPage = artwork.extend({
  description: z.string(),
  creatorAbout: z.string(),
  /** Share of the price the operator keeps; the rest is the charity's. */
  feeRate: decimal,
  /** Share by which a bid must be above the one before. */
  bidStep: decimal,
  /** A bid within the last seconds of an auction moves its end by as many. */
  softCloseSeconds: z.number().int(),
  /** The transaction that brought the token to the buyer. */
  deliveryHash: z.string().nullable(),
  /** The newest fifty, newest first. */
  bids: z.array(artworkBid),
})
export type ArtworkPage = z.infer<typeof artworkPage>

/** An artwork the customer bought or bid for. */
export const ownArtwork = artwork.extend({
  /** `bidding` also when the auction ended with another. */
  mine: z.enum(['owned', 'bidding']),
  /** The customer's own highest bid; null for a fixed price. */
  myBid: decimal.nullable(),
  /** The highest bid is theirs: its amount is held. */
  leading: z.boolean(),
  receivingAddress: z.string(),
  /** Null until it is theirs. */
  certificate: z.object({ publicId: id, number: z.string() }).nullable(),
  deliveryHash: z.string().nullable(),
})
export type OwnArtwork = z.infer<typeof ownArtwork>

export const charityLine = z.object({
  id,
  kind: z.enum(['sale', 'transfer']),
  at: isoTime,
  /** The price of a sale, or what was handed on. */
  amount: decimal,
  /** Of a sale: what the operator kept, and what the charity's account was credited with. */
  fee: decimal.nullable(),
  credited: decimal.nullable(),
  artwork: z.object({ id, title: z.string(), thumbnail: z.string() }).nullable(),
  /** Of a transfer: to whom, where, and the transaction. */
  recipient: z.string().nullable(),
  network: z.enum(['ERC20', 'TRC20']).nullable(),
  address: z.string().nullable(),
  hash: z.string().nullable(),
})
export type CharityLine = z.infer<typeof charityLine>

/** What artworks brought and where it went (trust T19); amounts in USDT, the account's from the ledger itself. */
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
    /** On the account now. */
    kept: decimal,
    /** Of it, promised to transfers that two people approved and that are not sent yet. */
    promised: decimal,
  }),
})
export type CharityBook = z.infer<typeof charityBook>

/** What `/websocket/artworks` says: a change of an artwork, or the time alone. */
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
      /** The bid that changed it; null when it was something else. */
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
    summary: 'What artworks brought the charity and where it went, each transfer with its transaction',
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
      /** Of one artwork alone. */
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
