import type { OwnArtwork } from '@candor/contract'
import { parseUsdt, writeUsdt } from '@candor/money'
import { refusals } from '@candor/refusals'
import { addressNetworkOf, decidePurchase, endAfterBid, type Purchase, saleShares } from '@candor/rules'
import type { Posting } from '../ledger/ledger.ts'
import type { ReservedMoney, Spending } from '../ledger/spend-once.ts'
import type { ServerContext } from '../module.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { IdempotencyContext } from '../platform/http/handlers.ts'
import { orRefuse, Refusal } from '../platform/http/refusal.ts'
import { type NftNews, newsOfOutbid } from './nft-news.ts'
import type { NftPorts } from './nft-ports.ts'
import { bidPosting, salePosting } from './nft-postings.ts'
import { addBid, bidderNumber, changeWork, lockWork, workById } from './nft-store.ts'
import type { ArtworkChange } from './work-response.ts'
import { changeOf, termsOf, toOwnArtworkResponse, type WorkRow } from './work-response.ts'

export interface PurchaseInput {
  readonly id: string
  readonly amount?: string | undefined
  readonly receivingAddress: string
}

/** Notifications to send once the purchase has committed. */
interface PurchaseNotices {
  readonly change: ArtworkChange
  readonly outbid: { readonly userId: string; readonly news: NftNews } | null
}

/**
 * Buys a work at its price, or bids for it. A bid is held, and the previous bid is released in the same posting; a late bid
 * extends the auction. A purchase goes to the charity at once. Refuses as `decidePurchase` does, and with `insufficientFunds`
 * for money that the account does not have.
 */
export async function buyArtwork(
  context: ServerContext & NftPorts,
  input: PurchaseInput,
  caller: Caller,
  idempotency: IdempotencyContext,
): Promise<OwnArtwork> {
  const { frozen } = await context.customerOf(caller.userId)
  let notices: PurchaseNotices | null = null
  const spending = () => spendingOf(context, input, caller.userId)
  const artwork = await context.spendOnce(caller, idempotency, spending, async (tx, money) => {
    const act = await decide(context, tx, input, { userId: caller.userId, frozen })
    notices =
      act.purchase.does === 'buy' ? await sell(context, tx, act, money) : await bid(context, tx, act, money)
    return shownToBuyer(tx, act)
  })
  await tellAll(context, notices)
  return artwork
}

/** Amount that a purchase takes: the price, or the bid less the customer's own bid that it replaces. */
async function spendingOf({ db }: ServerContext, input: PurchaseInput, userId: string): Promise<Spending> {
  const work = await workById(db.query, input.id)
  const bid = amountOf(input.amount)
  const own = work?.leader === userId ? (work.highest ?? 0n) : 0n
  const minor = bid === undefined ? (work?.price ?? 0n) : (bid ?? 0n) - own
  return { asset: 'USDT', minor: minor > 0n ? minor : 0n }
}

/** With the work locked: what the customer may do with it now. */
async function decide(
  context: ServerContext & NftPorts,
  tx: Tx,
  input: PurchaseInput,
  { userId, frozen }: { readonly userId: string; readonly frozen: boolean },
): Promise<Act> {
  const work = await lockWork(tx, input.id)
  if (work === null || work.state === 'draft') throw new Refusal('artworkNotForSale')
  const now = context.clock.now()
  const address = receivingAddressOf(context, work, input.receivingAddress)
  const decision = decidePurchase(
    { amountMinor: amountOf(input.amount), receivingAddress: address },
    {
      work: { ...termsOf(work), state: work.state },
      highestMinor: work.highest,
      leads: work.leader === userId,
      frozen,
      now,
    },
  )
  if (!decision.ok && decision.code === refusals.bidTooLow) throw bidTooLow(decision.details?.nextBidMinor)
  const purchase = orRefuse(decision)
  if (address === null) throw new Error('an accepted purchase has an address')
  return { work, purchase, address, userId, now }
}

const amountOf = (text: string | undefined): bigint | null | undefined =>
  text === undefined ? undefined : parseUsdt(text)

/** A token sent to its own contract is lost. */
function receivingAddressOf({ readAddress }: NftPorts, work: WorkRow, text: string): string | null {
  const address = readAddress(addressNetworkOf(work.chain), text)
  return address === work.address ? null : address
}

const bidTooLow = (nextBidMinor: unknown): Refusal =>
  new Refusal('bidTooLow', { nextBid: writeUsdt(BigInt(String(nextBidMinor))) })

interface Act {
  readonly work: WorkRow
  readonly purchase: Purchase
  readonly address: string
  readonly userId: string
  readonly now: number
}

async function sell(
  context: ServerContext,
  tx: Tx,
  { work, purchase, address, userId, now }: Act,
  money: ReservedMoney,
): Promise<PurchaseNotices> {
  const { amountMinor } = purchase
  const shares = saleShares(amountMinor, termsOf(work).feeRate)
  await move(tx, money, salePosting({ workId: work.id, buyer: userId, winningBid: null, ...shares }))
  const sold = await changeWork(tx, work.id, {
    ...soldAs(context, { buyer: userId, priceMinor: amountMinor, feeMinor: shares.feeMinor, now }),
    receiving_address: address,
  })
  return { change: changeOf(sold, null, now), outbid: null }
}

export interface Sale {
  readonly buyer: string
  readonly priceMinor: bigint
  readonly feeMinor: bigint
  readonly now: number
}

/** Columns that a sale sets on its work, with the certificate's number and its public address. */
export function soldAs({ newId }: ServerContext, { buyer, priceMinor, feeMinor, now }: Sale) {
  const publicId = newId()
  return {
    state: 'sold' as const,
    sold_at: BigInt(now),
    sold_price: priceMinor,
    fee: feeMinor,
    buyer,
    public_id: publicId,
    certificate_no: `A${newId().replaceAll('-', '').slice(-12).toUpperCase()}`,
  }
}

async function bid(
  context: ServerContext,
  tx: Tx,
  { work, purchase, address, userId, now }: Act,
  money: ReservedMoney,
): Promise<PurchaseNotices> {
  const { amountMinor } = purchase
  const number = work.bid_count + 1
  await move(tx, money, bidPosting({ workId: work.id, number, userId, minor: amountMinor }))
  const { endsAt, softCloseMs } = termsOf(work)
  if (endsAt === null) throw new Error(`auction ${work.id} has no end`)
  const row = await addBid(tx, {
    work_id: work.id,
    number,
    user_id: userId,
    bidder: await bidderNumber(tx, work.id, userId),
    amount: amountMinor,
    ended_at: BigInt(endsAt),
    receiving_address: address,
    at: BigInt(now),
  })
  const changed = await changeWork(tx, work.id, {
    bid_count: number,
    highest: amountMinor,
    leader: userId,
    ends_at: BigInt(endAfterBid(endsAt, softCloseMs, now)),
  })
  return { change: changeOf(changed, row, now), outbid: await outbidOf(context, tx, work) }
}

/** Notifies the previous highest bidder that their bid has been released. */
async function outbidOf(
  { notices }: ServerContext,
  tx: Tx,
  before: WorkRow,
): Promise<PurchaseNotices['outbid']> {
  if (before.leader === null || before.highest === null) return null
  const news = newsOfOutbid(before, before.bid_count, before.highest)
  await notices.keep(tx, before.leader, [news])
  return { userId: before.leader, news }
}

async function move(tx: Tx, money: ReservedMoney, posting: Posting): Promise<void> {
  const outcome = await money.post(tx, posting)
  if (!outcome.ok) throw new Error(`the ledger refused ${posting.id}: ${outcome.why}`)
}

async function shownToBuyer(tx: Tx, { work, purchase, address, userId, now }: Act): Promise<OwnArtwork> {
  const row = await workById(tx, work.id)
  if (row === null) throw new Error(`work ${work.id} is gone`)
  const { does, amountMinor } = purchase
  const own = does === 'bid' ? { amount: amountMinor, receiving_address: address } : null
  return toOwnArtworkResponse(row, userId, own, now)
}

async function tellAll(
  { viewers, notices }: ServerContext & NftPorts,
  purchaseNotices: PurchaseNotices | null,
): Promise<void> {
  if (purchaseNotices === null) return
  viewers.notify(purchaseNotices.change)
  if (purchaseNotices.outbid !== null)
    await notices.push(purchaseNotices.outbid.userId, [purchaseNotices.outbid.news])
}
