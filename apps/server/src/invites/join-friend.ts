import { parseRate, type Rate } from '@candor/money'
import { inviteFault, maskedName, monthsAfter } from '@candor/rules'
import type { ServerContext } from '../module.ts'
import type { News } from '../notifications/customer-notices.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Caller } from '../platform/http/caller.ts'
import { invalidField } from '../platform/http/refusal.ts'
import type { InvitesPorts } from './invites-ports.ts'
import { addFriend, inviterOf } from './invites-store.ts'

/** Reads the present terms of inviting: the share of the fees, 10^-12, and the number of months. */
export async function inviteTerms({ parameters }: ServerContext): Promise<{ share: Rate; months: number }> {
  const share = parseRate(String(await parameters.value('invites.feeShare')))
  if (share === null || share < 0n) throw new Error('invites.feeShare is not a share')
  return { share, months: Number(await parameters.value('invites.months')) }
}

export interface Friend {
  readonly userId: string
  readonly userName: string
  readonly inviterId: string
}

/**
 * Records the inviter of a friend, on today's terms, within the transaction that makes it effective. Returns a function that notifies the
 * inviter after the commit; null when this customer has an inviter already.
 */
export async function joinFriend(
  context: ServerContext,
  tx: Tx,
  { userId, userName, inviterId }: Friend,
): Promise<(() => Promise<void>) | null> {
  const { share, months } = await inviteTerms(context)
  const now = context.clock.now()
  const added = await addFriend(tx, {
    id: context.newId(),
    user_id: userId,
    inviter_id: inviterId,
    fee_share: share,
    joined_at: BigInt(now),
    until_at: BigInt(monthsAfter(now, months)),
    looked_through: BigInt(now),
  })
  if (!added) return null
  const news: News = {
    kind: 'inviteJoined',
    once: `invite:${userId}:joined`,
    facts: { name: maskedName(userName) },
  }
  await context.notices.keep(tx, inviterId, [news])
  return () => context.notices.push(inviterId, [news])
}

/** Returns the number of days in which a customer may enter a code: the longest period in force since they signed up. */
export const enterDaysOf = async (
  { db, parameters }: ServerContext,
  { joinedAt }: { readonly joinedAt: number },
): Promise<number> => Number(await parameters.highestSince(db.query, 'invites.enterDays', joinedAt))

/** Records the inviter of a customer after sign-up. Refuses with `invalidInput` at `code`: unknown, own, taken, circle, late. */
export async function enterInviteCode(
  context: ServerContext & InvitesPorts,
  code: string,
  caller: Caller,
): Promise<true> {
  const { userId } = caller
  const [me, inviterId] = await Promise.all([
    context.customers.byId(userId),
    context.customers.idOfCode(code),
  ])
  const enterDays = await enterDaysOf(context, me)
  const tell = await context.db.transaction(async (tx) => {
    const inviter = inviterId && { userId: inviterId, invitedBy: await inviterOf(tx, inviterId) }
    const fault = inviteFault({
      userId,
      joinedAt: me.joinedAt,
      invitedBy: await inviterOf(tx, userId),
      inviter: inviter || null,
      enterDays,
      now: context.clock.now(),
    })
    if (fault !== null || inviterId === null) throw invalidField('code', fault ?? 'unknown')
    // Two tabs at once: the second finds the inviter of the first.
    const joined = await joinFriend(context, tx, { userId, userName: me.userName, inviterId })
    if (joined === null) throw invalidField('code', 'taken')
    return joined
  })
  await tell()
  return true
}
