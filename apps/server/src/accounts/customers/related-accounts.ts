import type { RelatedAccount } from '@candor/contract'
import type { Database } from '../../platform/database/database.ts'

/** Reads accounts as a review lists them; an erased one says nothing any more and is left out. */
export async function accountLines(
  { query }: Database,
  userIds: readonly string[],
): Promise<readonly Omit<RelatedAccount, 'shared'>[]> {
  if (userIds.length === 0) return []
  const rows = await query
    .selectFrom('accounts_users')
    .select(['id', 'user_name', 'status', 'kyc', 'country', 'created_at'])
    .where('id', 'in', userIds)
    .where('status', '<>', 'closed')
    .execute()
  return rows.map(({ id, user_name: userName, created_at: at, ...rest }) => ({
    ...{ id, userName, createdAt: at.toISOString() },
    ...rest,
  }))
}

/** Returns the phone number that a customer confirmed for their account; null: none. */
export async function phoneOf({ query }: Database, userId: string): Promise<string | null> {
  const row = await query
    .selectFrom('accounts_users')
    .select('phone')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.phone ?? null
}

/** Finds the account with this phone number, written with its international prefix; null: none. */
export async function accountWithPhone(
  { query }: Database,
  phone: string,
): Promise<{ readonly id: string; readonly since: Date } | null> {
  const row = await query
    .selectFrom('accounts_users')
    .select(['id', 'phone_proven_at', 'created_at'])
    .where('phone', '=', phone)
    .executeTakeFirst()
  return row === undefined ? null : { id: row.id, since: row.phone_proven_at ?? row.created_at }
}

export async function openedAt({ query }: Database, userId: string): Promise<Date> {
  const row = await query
    .selectFrom('accounts_users')
    .select('created_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.created_at
}
