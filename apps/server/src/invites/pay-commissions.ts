import { assetScale, type Rate, writeScaled } from '@candor/money'
import { inviteCommission } from '@candor/rules'
import { type AccountRef, house, type Posting } from '../ledger/ledger.ts'
import type { PaidFees } from '../ledger/paid-fees.ts'
import type { InviteNews, InvitesDeps } from './invites-deps.ts'
import {
  addCommission,
  type FriendRow,
  lockFriendsToLookAt,
  markLooked,
  type NewCommission,
} from './invites-store.ts'

const atOnce = 200

/** The operator's fees in USDT: what commissions are paid from. */
export const feeRevenue: AccountRef = { class: 'fee-revenue', owner: house, asset: 'USDT' }

/**
 * Pays what the fees of each day that is over earned, less what VIP tiers gave back of them, one payment a friend; a day whose rebates are not paid yet waits. A stretch of a friend's ledger entries is paid for once, ever: days missed are
 * caught up, two processes at once do no harm. Where the operator's fees do not suffice, the friend is looked at again. Answers how many were paid.
 */
export async function payCommissions(deps: InvitesDeps): Promise<number> {
  const cutoff = await deps.rebatesPaidUntil(deps.clock.now())
  let after: string | null = null
  let paid = 0
  for (;;) {
    const turn: Turn = await payBatch(deps, cutoff, after)
    paid += turn.paid
    if (turn.looked < atOnce) return paid
    after = turn.last
  }
}

interface Turn {
  readonly looked: number
  readonly paid: number
  readonly last: string | null
}

async function payBatch(deps: InvitesDeps, cutoff: number, after: string | null): Promise<Turn> {
  const done = await deps.ledger.transaction(async (tx) => {
    const friends = await lockFriendsToLookAt(tx, BigInt(cutoff), after, atOnce)
    const fees = await deps.paidFees(tx, friends.map(askOf), cutoff)
    const due = friends.flatMap((friend, place) => commissionOf(deps, friend, fees[place]) ?? [])
    const outcomes = await deps.ledger.postIn(
      tx,
      due.map(({ commission }) => postingOf(commission)),
    )
    const settled = due.filter((_one, place) => outcomes[place]?.ok === true)
    for (const { commission, rebatedThrough } of settled)
      await addCommission(tx, { paid: commission, rebatedThrough, cutoff: BigInt(cutoff) })
    const paid = settled.map(({ commission }) => commission)
    const owed = new Set(due.map(({ commission }) => commission.friend_id))
    const nothing = friends.filter(({ id }) => !owed.has(id)).map(({ id }) => id)
    await markLooked(tx, nothing, BigInt(cutoff))
    const news = newsByInviter(paid)
    for (const [inviterId, told] of news) await deps.notices.keep(tx, inviterId, [told])
    return { looked: friends.length, paid: paid.length, last: friends.at(-1)?.id ?? null, news }
  })
  for (const [inviterId, told] of done.news) await deps.notices.push(inviterId, [told])
  return done
}

export const askOf = (friend: FriendRow) => ({
  owner: friend.user_id,
  afterEntry: friend.settled_through,
  afterRebate: friend.rebated_through,
  fromMs: friend.joined_at,
  untilMs: friend.until_at,
})

/** What is due; null: nothing that is worth a unit, and what was given back waits for further fees. */
function commissionOf(
  deps: InvitesDeps,
  friend: FriendRow,
  fees?: PaidFees,
): { readonly commission: NewCommission; readonly rebatedThrough: bigint | null } | null {
  if (fees === undefined || fees.throughEntry === null) return null
  const commission = inviteCommission(fees.minor, friend.fee_share as Rate)
  if (commission === 0n) return null
  const row: NewCommission = {
    id: deps.newId(),
    friend_id: friend.id,
    inviter_id: friend.inviter_id,
    after_entry: friend.settled_through,
    through_entry: fees.throughEntry,
    rebates: fees.rebates,
    fees: fees.minor,
    fee_share: friend.fee_share,
    commission,
    paid_at: BigInt(deps.clock.now()),
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

/** One notice an inviter, whatever number of friends it was for. */
function newsByInviter(paid: readonly NewCommission[]): ReadonlyMap<string, InviteNews> {
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

export const writeUsdt = (minor: bigint): string => writeScaled(minor, assetScale.USDT, assetScale.USDT)
