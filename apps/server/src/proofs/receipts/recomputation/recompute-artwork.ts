import { rate, writeUsdt } from '@candor/money'
import { endAfterBid, nextBidMinor, type SaleTerms, saleShares } from '@candor/rules'
import { z } from 'zod'
import { minorOf } from '../contract-document.ts'

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
type RequireEqual = (field: string, stated: unknown, computed: unknown) => void

/** Recomputes every bid and share of an artwork's certificate from its terms; returns the differences. Source: rulebook, NFT charity. */
export function recomputeArtwork(document: unknown): string[] {
  const { order, events } = artwork.parse(document)
  const findings: string[] = []
  const requireEqual: RequireEqual = (field, stated, computed) => {
    if (stated !== computed) findings.push(`${field}: stated ${stated}, computed ${computed}`)
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
  requireEqual('number of bids', order.bids, bids.length)
  const course = checkBids(terms, bids, requireEqual)
  if (terms.saleKind === 'auction') requireEqual('end', order.endsAt, course.endsAt)
  const priceMinor = terms.saleKind === 'auction' ? course.highestMinor : terms.priceMinor
  const shares = saleShares(priceMinor ?? 0n, terms.feeRate)
  requireEqual('amount', order.amount, writeUsdt(priceMinor ?? 0n))
  requireEqual('fee', order.fee, writeUsdt(shares.feeMinor))
  requireEqual('donation', order.donated, writeUsdt(shares.charityMinor))
  const [sale] = events.filter(({ kind }) => kind === 'sale')
  requireEqual('amount of the sale', sale?.amount, order.amount)
  requireEqual('fee of the sale', sale?.fee, order.fee)
  requireEqual('donation of the sale', sale?.donated, order.donated)
  requireEqual('time of the sale', sale?.at, order.soldAt)
  return findings
}

/** Follows the bids from the first: each at least the next, each before the end as it then was. */
function checkBids(terms: SaleTerms, bids: readonly Event[], requireEqual: RequireEqual) {
  let highestMinor: bigint | null = null
  let endsAt = bids[0]?.endedAt ?? terms.endsAt
  for (const [at, bid] of bids.entries()) {
    const least = nextBidMinor(terms, highestMinor)
    const name = `bid ${at + 1}`
    requireEqual(`least of ${name}`, bid.least, writeUsdt(least))
    requireEqual(`whether ${name} was enough`, minorOf(bid.amount) >= least, true)
    requireEqual(`end before ${name}`, bid.endedAt, endsAt)
    requireEqual(`whether ${name} was in time`, bid.at >= terms.startsAt && bid.at < (endsAt ?? 0), true)
    endsAt = endAfterBid(endsAt ?? 0, terms.softCloseMs, bid.at)
    highestMinor = minorOf(bid.amount)
  }
  return { highestMinor, endsAt }
}
