import { saleShares } from '@candor/rules'
import type { ServerContext } from '../module.ts'
import type { Tx } from '../platform/database/database.ts'
import { forEachCase, type Moved } from '../platform/jobs/for-each-case.ts'
import { soldAs } from './buy-artwork.ts'
import { type NftNews, newsOfUnpaid, newsOfWin } from './nft-news.ts'
import type { NftPorts } from './nft-ports.ts'
import { salePosting, unpaidPosting } from './nft-postings.ts'
import { bidsOf, changeWork, endedWorkIds, lockWork } from './nft-store.ts'
import type { ArtworkChange } from './work-response.ts'
import { type BidRow, changeOf, termsOf, type WorkRow } from './work-response.ts'

const atOnce = 100

/**
 * Ends every sale whose time is over, exactly once: the highest bid buys, and a work without bids is unsold. Sales that ended while the
 * server was down end at its start. Call it every second and at start; concurrent runs do no harm. Returns the number it ended. Throws at
 * the end if one failed, after trying all others.
 */
export const endSales = (context: ServerContext & NftPorts): Promise<Moved> =>
  forEachCase(context, {
    job: 'end-sales',
    atOnce,
    find: async (limit) =>
      (await endedWorkIds(context.db.query, context.clock.now(), limit)).map((id) => ({ id })),
    move: ({ id }) => endSale(context, id),
  })

interface Ended {
  readonly change: ArtworkChange
  readonly winner: { readonly userId: string; readonly news: NftNews } | null
}

async function endSale(context: ServerContext & NftPorts, id: string): Promise<boolean> {
  const ended = await context.ledger.transaction(async (tx) => {
    const work = await lockWork(tx, id)
    const now = context.clock.now()
    // Ended by another process meanwhile, or extended by a bid that came just before.
    if (work?.state !== 'offered' || work.ends_at === null || Number(work.ends_at) > now) return null
    return work.leader === null
      ? leaveUnsold(tx, work, now)
      : sellToLeader(context, tx, { work, buyer: work.leader, now })
  })
  if (ended === null) return false
  context.viewers.notify(ended.change)
  if (ended.winner !== null) await context.notices.push(ended.winner.userId, [ended.winner.news])
  return true
}

async function leaveUnsold(tx: Tx, work: WorkRow, now: number): Promise<Ended> {
  const row = await changeWork(tx, work.id, { state: 'unsold' })
  return { change: changeOf(row, null, now), winner: null }
}

async function sellToLeader(
  context: ServerContext,
  tx: Tx,
  { work, buyer, now }: Omit<Unpaid, 'bid'>,
): Promise<Ended> {
  const [winning] = await bidsOf(tx, work.id, 1)
  if (winning === undefined) throw new Error(`auction ${work.id} has a leader and no bid`)
  const shares = saleShares(winning.amount, termsOf(work).feeRate)
  const posting = salePosting({ workId: work.id, buyer, winningBid: winning.number, ...shares })
  const [outcome] = await context.ledger.postIn(tx, [posting])
  if (outcome?.ok !== true) {
    if (outcome?.why === 'insufficient' || outcome?.why === 'no-hold')
      return leaveUnpaid(context, tx, { work, buyer, bid: winning, now })
    throw new Error(`the ledger refused ${posting.id}: ${outcome?.why}`)
  }
  const sold = await changeWork(tx, work.id, {
    ...soldAs(context, { buyer, priceMinor: winning.amount, feeMinor: shares.feeMinor, now }),
    receiving_address: winning.receiving_address,
  })
  const news = newsOfWin(work, winning.amount)
  await context.notices.keep(tx, buyer, [news])
  return { change: changeOf(sold, null, now), winner: { userId: buyer, news } }
}

interface Unpaid {
  readonly work: WorkRow
  readonly buyer: string
  readonly bid: BidRow
  readonly now: number
}

/** Ends an auction whose leading bid cannot be paid: takes nothing and notifies its bidder. */
async function leaveUnpaid(
  { ledger, notices }: ServerContext,
  tx: Tx,
  { work, buyer, bid, now }: Unpaid,
): Promise<Ended> {
  // If the hold is gone too, there is nothing to release.
  await ledger.postIn(tx, [unpaidPosting(work.id, bid.number)])
  const row = await changeWork(tx, work.id, { state: 'unsold' })
  const news = newsOfUnpaid(work, bid.amount)
  await notices.keep(tx, buyer, [news])
  return { change: changeOf(row, null, now), winner: { userId: buyer, news } }
}
