import { type Rate, writeUsdt } from '@candor/money'
import { inviteCommission } from '@candor/rules'
import { type AccountRef, house, type Posting } from '../ledger/ledger.ts'
import type { PaidFees } from '../ledger/reports/paid-fees.ts'
import type { ServerContext } from '../module.ts'
import type { News } from '../notifications/customer-notices.ts'
import { forEachCase, type Moved } from '../platform/jobs/for-each-case.ts'
import type { InvitesPorts } from './invites-ports.ts'
import {
  addCommission,
  type FriendRow,
  friendsToLookAt,
  lockFriends,
  markLooked,
  type NewCommission,
} from './invites-store.ts'

const atOnce = 200

/** The operator's fees in USDT: what commissions are paid from. */
export const feeRevenue: AccountRef = { class: 'fee-revenue', owner: house, asset: 'USDT' }

/**
 * Job: pays the commission on the fees of each completed day, less what VIP tiers returned, one payment per friend. A friend
 * who is still owed a rebate waits for it. A range of a friend's ledger entries is paid once: missed days are paid later, and
 * two processes at once do no harm. If the operator's fee account has too little, the friend is tried again. Returns how many
 * were paid.
 */
export async function payCommissions(context: ServerContext & InvitesPorts): Promise<Moved> {
  const cutoff = await context.rebatesOwedUntil(context.clock.now())
  return forEachCase(context, {
    job: 'pay-commissions',
    atOnce,
    inOrderOfId: true,
    find: (limit, after) => friendsToLookAt(context.db.query, BigInt(cutoff), { limit, after }),
    move: async ({ id }) => (await pay(context, cutoff, [id])) === 1,
    moveTogether: (page) =>
      pay(
        context,
        cutoff,
        page.map(({ id }) => id),
      ),
  })
}

async function pay(
  context: ServerContext & InvitesPorts,
  cutoff: number,
  friendIds: readonly string[],
): Promise<number> {
  const done = await context.ledger.transaction(async (tx) => {
    const locked = await lockFriends(tx, BigInt(cutoff), friendIds)
    const owed = await context.owedRebatesOf(
      tx,
      locked.map((friend) => friend.user_id),
    )
    const friends = locked.filter((friend) => !owed.has(friend.user_id))
    const fees = await context.paidFees(tx, friends.map(feesRequestOf), cutoff)
    const due = friends.flatMap((friend, place) => commissionOf(context, friend, fees[place]) ?? [])
    const outcomes = await context.ledger.postIn(
      tx,
      due.map(({ commission }) => postingOf(commission)),
    )
    const settled = due.filter((_one, place) => outcomes[place]?.ok === true)
    for (const { commission, rebatedThrough } of settled)
      await addCommission(tx, { paid: commission, rebatedThrough, cutoff: BigInt(cutoff) })
    const paid = settled.map(({ commission }) => commission)
    const earning = new Set(due.map(({ commission }) => commission.friend_id))
    const nothing = friends.filter(({ id }) => !earning.has(id)).map(({ id }) => id)
    await markLooked(tx, nothing, BigInt(cutoff))
    const news = newsByInviter(paid)
    for (const [inviterId, notice] of news) await context.notices.keep(tx, inviterId, [notice])
    return { paid: paid.length, news }
  })
  for (const [inviterId, notice] of done.news) await context.notices.push(inviterId, [notice])
  return done.paid
}

export const feesRequestOf = (friend: FriendRow) => ({
  owner: friend.user_id,
  afterEntry: friend.settled_through,
  afterRebate: friend.rebated_through,
  fromMs: friend.joined_at,
  untilMs: friend.until_at,
})

/** Computes the commission due; null when it is below one unit: a rebate then waits for further fees. */
function commissionOf(
  context: ServerContext,
  friend: FriendRow,
  fees?: PaidFees,
): { readonly commission: NewCommission; readonly rebatedThrough: bigint | null } | null {
  if (fees === undefined || fees.throughEntry === null) return null
  const commission = inviteCommission(fees.minor, friend.fee_share as Rate)
  if (commission === 0n) return null
  const row: NewCommission = {
    id: context.newId(),
    friend_id: friend.id,
    inviter_id: friend.inviter_id,
    after_entry: friend.settled_through,
    through_entry: fees.throughEntry,
    rebates: fees.rebates,
    fees: fees.minor,
    fee_share: friend.fee_share,
    commission,
    paid_at: BigInt(context.clock.now()),
  }
  return { commission: row, rebatedThrough: fees.throughRebate }
}

const postingOf = (paid: NewCommission): Posting => ({
  id: `invite:${paid.friend_id}:${paid.after_entry}`,
  reference: paid.id,
  steps: [
    {
      do: 'transfer',
      kind: 'invite-commission',
      from: feeRevenue,
      to: { class: 'customer', owner: paid.inviter_id, asset: 'USDT' },
      minor: paid.commission,
    },
  ],
})

/** One notice per inviter, for any number of friends. */
function newsByInviter(paid: readonly NewCommission[]): ReadonlyMap<string, News> {
  const sums = new Map<string, { minor: bigint; friends: number; first: string }>()
  for (const { inviter_id, commission, id } of paid) {
    const sum = sums.get(inviter_id) ?? { minor: 0n, friends: 0, first: id }
    sums.set(inviter_id, { ...sum, minor: sum.minor + commission, friends: sum.friends + 1 })
  }
  return new Map(
    [...sums].map(([inviterId, { minor, friends, first }]) => [
      inviterId,
      {
        kind: 'inviteCommission',
        once: `invite:paid:${first}`,
        facts: { amount: writeUsdt(minor), friends: String(friends) },
      },
    ]),
  )
}
