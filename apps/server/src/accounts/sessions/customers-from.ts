import type { Database } from '../../platform/database/database.ts'

/** An IPv4 or IPv6 address. */
export const ipForm = /^(\d{1,3}(\.\d{1,3}){3}|[0-9a-f:]*:[0-9a-f:.]+)$/i

/** Finds customers with a session that began at this IP address, the latest sessions first; at most a hundred. */
export async function customersFrom({ query }: Database, address: string): Promise<readonly string[]> {
  const rows = await query
    .selectFrom('accounts_sessions')
    .select((eb) => ['user_id', eb.fn.max('last_seen_at').as('seen')])
    .where('address', '=', address.toLowerCase())
    .groupBy('user_id')
    .orderBy('seen', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => row.user_id)
}
