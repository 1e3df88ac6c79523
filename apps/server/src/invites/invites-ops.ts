import type { CustomerShown } from '@candor/contract'
import type { InvitesDeps } from './invites-deps.ts'
import { friendsOf, inviterOf } from './invites-store.ts'
import { toFriendsResponse } from './routes.ts'

/** Returns the inviter of a customer by their full name, which operators may see. */
export async function invitedBy(deps: InvitesDeps, userId: string): Promise<CustomerShown['invitedBy']> {
  const id = await inviterOf(deps.db.query, userId)
  if (id === null) return null
  return { id, userName: (await deps.customers.namesOf([id])).get(id) ?? '' }
}

const shown = 50

/** Lists the newest friends that a customer invited, with the commission from each. */
export async function invitedFriendsOf(deps: InvitesDeps, userId: string): Promise<CustomerShown['invited']> {
  const rows = await friendsOf(deps.db.query, userId, { before: null, limit: shown })
  const [friends, names] = await Promise.all([
    toFriendsResponse(deps, rows),
    deps.customers.namesOf(rows.map(({ user_id }) => user_id)),
  ])
  return rows.map((row, place) => ({
    id: row.user_id,
    userName: names.get(row.user_id) ?? '',
    joinedAt: friends[place]?.joinedAt ?? '',
    fees: friends[place]?.fees ?? '0',
    earned: friends[place]?.earned ?? '0',
  }))
}
