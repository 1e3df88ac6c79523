import { parseScaled, rate, writeScaled } from '@candor/money'
import { endAfterBid, nextBidMinor, type SaleTerms, saleShares } from '@candor/rules'
import { z } from 'zod'

const artwork = z.object({
  order: z.object({
    saleKind: z.enum(['fixed', 'auction']),
    price: z.string(),
    startsAt: z.number(),
    endsAt: z.number().nullable(),
    bidStep: z.string(),
    softCloseMs: z.number(),
    feeRate: z.string(),
    bids: z.number(),
    amount: z.string(),
    fee: z.string(),
    donated: z.string(),
    soldAt: z.number(),
  }),
  events: z.array(
    z.object({
      kind: z.enum(['bid', 'sale']),
      at: z.number(),
      amount: z.string(),
      least: z.string().optional(),
      endedAt: z.number().optional(),
      fee: z.string().optional(),
      donated: z.string().optional(),
    }),
  ),
})
type Event = z.infer<typeof artwork>['events'][number]
type Same = (what: string, stated: unknown, computed: unknown) => void

const minorOf = (text: string): bigint => {
  const minor = parseScaled(text, 6)
  if (minor === null) throw new RangeError(`not an amount: ${text}`)
  return minor
}
const written = (minor: bigint): string => writeScaled(minor, 6, 6)

/** Every bid and share of an artwork's certificate computed again from its terms; answers what differs. Source: rulebook, NFT charity. */
export function recomputeArtwork(document: unknown): string[] {
  const { order, events } = artwork.parse(document)
  const findings: string[] = []
  const same: Same = (what, stated, computed) => {
    if (stated !== computed) findings.push(`${what}: stated ${stated}, computed ${computed}`)
  }
  const terms: SaleTerms = {
    saleKind: order.saleKind,
    priceMinor: minorOf(order.price),
    startsAt: order.startsAt,
    endsAt: order.endsAt,
    bidStep: rate(order.bidStep),
    softCloseMs: order.softCloseMs,
    feeRate: rate(order.feeRate),
  }
  const bids = events.filter(({ kind }) => kind === 'bid')
  same('number of bids', order.bids, bids.length)
  const course = checkBids(terms, bids, same)
  if (terms.saleKind === 'auction') same('end', order.endsAt, course.endsAt)
  const priceMinor = terms.saleKind === 'auction' ? course.highestMinor : terms.priceMinor
  const shares = saleShares(priceMinor ?? 0n, terms.feeRate)
  same('amount', order.amount, written(priceMinor ?? 0n))
  same('fee', order.fee, written(shares.feeMinor))
  same('donation', order.donated, written(shares.charityMinor))
  const [sale] = events.filter(({ kind }) => kind === 'sale')
  same('amount of the sale', sale?.amount, order.amount)
  same('fee of the sale', sale?.fee, order.fee)
  same('donation of the sale', sale?.donated, order.donated)
  same('time of the sale', sale?.at, order.soldAt)
  return findings
}

/** Follows the bids from the first: each at least the next, each before the end as it then was. */
function checkBids(terms: SaleTerms, bids: readonly Event[], same: Same) {
  let highestMinor: bigint | null = null
  let endsAt = bids[0]?.endedAt ?? terms.endsAt
  for (const [at, bid] of bids.entries()) {
    const least = nextBidMinor(terms, highestMinor)
    const name = `bid ${at + 1}`
    same(`least of ${name}`, bid.least, written(least))
    same(`whether ${name} was enough`, minorOf(bid.amount) >= least, true)
    same(`end before ${name}`, bid.endedAt, endsAt)
    same(`whether ${name} was in time`, bid.at >= terms.startsAt && bid.at < (endsAt ?? 0), true)
    endsAt = endAfterBid(endsAt ?? 0, terms.softCloseMs, bid.at)
    highestMinor = minorOf(bid.amount)
  }
  return { highestMinor, endsAt }
}
