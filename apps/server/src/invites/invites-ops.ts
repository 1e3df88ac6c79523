import type { CustomerShown } from '@candor/contract'
import type { ServerContext } from '../module.ts'
import type { InvitesPorts } from './invites-ports.ts'
import { friendsOf, inviterOf } from './invites-store.ts'
import { toFriendsResponse } from './routes.ts'

/** Returns the inviter of a customer by their full name, which operators may see. */
export async function invitedBy(
  context: ServerContext & InvitesPorts,
  userId: string,
): Promise<CustomerShown['invitedBy']> {
  const id = await inviterOf(context.db.query, userId)
  if (id === null) return null
  return { id, userName: (await context.customers.namesOf([id])).get(id) ?? '' }
}

const shown = 50

/** Lists the newest friends that a customer invited, with the commission from each. */
export async function invitedFriendsOf(
  context: ServerContext & InvitesPorts,
  userId: string,
): Promise<CustomerShown['invited']> {
  const rows = await friendsOf(context.db.query, userId, { before: null, limit: shown })
  const [friends, names] = await Promise.all([
    toFriendsResponse(context, rows),
    context.customers.namesOf(rows.map(({ user_id }) => user_id)),
  ])
  return rows.map((row, place) => ({
    id: row.user_id,
    userName: names.get(row.user_id) ?? '',
    joinedAt: friends[place]?.joinedAt ?? '',
    fees: friends[place]?.fees ?? '0',
    earned: friends[place]?.earned ?? '0',
  }))
}
