import { invitesCalls } from '@candor/contract'
import { defineModule, type ServerContext } from '../module.ts'
import type { Tx } from '../platform/database/database.ts'
import { invitedBy, invitedFriendsOf } from './invites-ops.ts'
import type { InvitesPorts } from './invites-ports.ts'
import { type Friend, joinFriend } from './join-friend.ts'
import { feeRevenue, payCommissions } from './pay-commissions.ts'
import { invitesHandlers } from './routes.ts'

/** Invitations, opened before the accounts module, which reports new customers to it. */
export const invitesModule = defineModule({
  name: 'invites',
  calls: invitesCalls,
  export: [
    { call: 'invites', folder: 'person', list: 'plain' },
    { call: 'inviteCommissions', folder: 'person', list: 'plain' },
  ],
  customerTables: {
    invites_friends: { exported: ['invites'], erased: { retained: 'shares of fees are in the books' } },
    invites_commissions: { exported: ['inviteCommissions'], erased: { retained: 'they are in the books' } },
  },
  accounts: [feeRevenue],
  open: (context: ServerContext, ports: InvitesPorts) => {
    const opened = { ...context, ...ports }
    return {
      handlers: invitesHandlers(opened),
      jobs: [{ name: 'pay-commissions', everyMs: 20_000, run: () => payCommissions(opened) }],
      joinFriend: (tx: Tx, friend: Friend) => joinFriend(opened, tx, friend),
      /** For the console's page of a customer. */
      invitesOf: async (userId: string) => ({
        invitedBy: await invitedBy(opened, userId),
        invited: await invitedFriendsOf(opened, userId),
      }),
    }
  },
})
