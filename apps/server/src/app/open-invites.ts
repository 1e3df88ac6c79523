import type { Users } from '../accounts/accounts-store.ts'
import type { Parameters } from '../back-office/parameters/parameters.ts'
import type { InvitesDeps } from '../invites/invites-deps.ts'
import { invitedBy, invitedFriendsOf } from '../invites/invites-ops.ts'
import { type Friend, joinFriend } from '../invites/join-friend.ts'
import { feeRevenue, payCommissions } from '../invites/pay-commissions.ts'
import { invitesHandlers } from '../invites/routes.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { paidTradingFees } from '../ledger/paid-fees.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import type { Job } from '../platform/jobs/timetable.ts'
import type { AccountEvents } from '../platform/websocket/account-events.ts'
import { owedRebatesOf, rebatesOwedUntil } from '../trading/fees/fee-rebates-store.ts'
import { roomNotices } from './room-notices.ts'

export interface InvitesParts {
  readonly db: Database
  readonly clock: Clock
  readonly ledger: Ledger
  readonly events: AccountEvents
  readonly parameters: Parameters
  readonly users: Users
  readonly newId: () => string
}

/** Opens the invitations module, before the accounts module, which reports new customers to it. */
export async function openInvites(parts: InvitesParts) {
  const { users } = parts
  const deps: InvitesDeps = {
    ...parts,
    customers: {
      byId: async (userId) => {
        const { user_name, invite_code, created_at } = await users.byId(userId)
        return { userName: user_name, inviteCode: invite_code, joinedAt: created_at.getTime() }
      },
      idOfCode: (code) => users.idOfInviteCode(code),
      namesOf: (userIds) => users.namesOf(userIds),
    },
    paidFees: paidTradingFees,
    rebatesOwedUntil: (now) => rebatesOwedUntil(parts.db, now),
    owedRebatesOf,
    notices: roomNotices(parts),
  }
  await parts.ledger.open([feeRevenue])
  const handlers: Handlers = invitesHandlers(deps)
  const jobs: readonly Job[] = [{ name: 'pay-commissions', everyMs: 20_000, run: () => payCommissions(deps) }]
  return {
    handlers,
    jobs,
    joinFriend: (tx: Tx, friend: Friend) => joinFriend(deps, tx, friend),
    /** For the console's page of a customer. */
    invitesOf: async (userId: string) => ({
      invitedBy: await invitedBy(deps, userId),
      invited: await invitedFriendsOf(deps, userId),
    }),
  }
}
