import type { InviteCommissionPaid, InvitedFriend } from '@candor/contract'
import { type Rate, writeRate, writeUsdt } from '@candor/money'
import { inviteCommission, maskedName } from '@candor/rules'
import { dayMs } from '@candor/rules/time-units.ts'
import type { ServerContext } from '../module.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { type PageRequest, readPage } from '../platform/http/pages.ts'
import { isoOf } from '../platform/iso-time.ts'
import type { InvitesPorts } from './invites-ports.ts'
import {
  commissionsOf,
  type FriendRow,
  friendsOf,
  friendTotals,
  inviterOf,
  type PaidRow,
} from './invites-store.ts'
import { enterDaysOf, enterInviteCode, inviteTerms } from './join-friend.ts'
import { feesRequestOf } from './pay-commissions.ts'

/** Handlers of this module's calls. */
export const invitesHandlers = (context: ServerContext & InvitesPorts) =>
  ({
    invites: (request, caller) => showInvites(context, request, caller),
    inviteCommissions: async (request, { userId }) => {
      const page = await readPage(request, (before, limit) =>
        commissionsOf(context.db.query, userId, { before, limit }),
      )
      const names = await context.customers.namesOf(page.rows.map(({ user_id }) => user_id))
      return {
        nextCursor: page.nextCursor,
        items: page.rows.map((row) => toPaidResponse(row, names.get(row.user_id) ?? '')),
      }
    },
    enterInviteCode: ({ code }, caller) => enterInviteCode(context, code, caller),
  }) satisfies Handlers

async function showInvites(context: ServerContext & InvitesPorts, request: PageRequest, { userId }: Caller) {
  const { query } = context.db
  const [me, terms, page, totals, invitedBy] = await Promise.all([
    context.customers.byId(userId),
    inviteTerms(context),
    readPage(request, (before, limit) => friendsOf(query, userId, { before, limit })),
    friendTotals(query, userId),
    inviterOf(query, userId),
  ])
  const enterUntil = me.joinedAt + (await enterDaysOf(context, me)) * dayMs
  const mayEnter = invitedBy === null && context.clock.now() < enterUntil
  return {
    items: await toFriendsResponse(context, page.rows),
    nextCursor: page.nextCursor,
    code: me.inviteCode,
    share: writeRate(terms.share),
    months: terms.months,
    friends: totals.friends,
    earned: writeUsdt(totals.earned),
    invited: invitedBy !== null,
    enterUntil: mayEnter ? new Date(enterUntil).toISOString() : null,
  }
}

/** With what their fees since the last payment will bring. */
export async function toFriendsResponse(
  context: ServerContext & InvitesPorts,
  friends: readonly FriendRow[],
): Promise<InvitedFriend[]> {
  const [names, unpaid] = await Promise.all([
    context.customers.namesOf(friends.map(({ user_id }) => user_id)),
    context.paidFees(context.db.query, friends.map(feesRequestOf), context.clock.now() + 1),
  ])
  return friends.map((row, place) => ({
    id: row.id,
    name: maskedName(names.get(row.user_id) ?? ''),
    joinedAt: isoOf(row.joined_at),
    until: isoOf(row.until_at),
    fees: writeUsdt(row.fees),
    earned: writeUsdt(row.earned),
    pending: writeUsdt(inviteCommission(unpaid[place]?.minor ?? 0n, row.fee_share as Rate)),
  }))
}

const toPaidResponse = (row: PaidRow, userName: string): InviteCommissionPaid => ({
  id: row.id,
  name: maskedName(userName),
  paidAt: isoOf(row.paid_at),
  fees: writeUsdt(row.fees),
  share: writeRate(row.fee_share as Rate),
  commission: writeUsdt(row.commission),
})
