import { isIP } from 'node:net'
import type { Database } from '../../platform/database/database.ts'

/** Finds customers with a session that began at this IP address, the latest sessions first; at most a hundred. */
export async function customersFrom({ query }: Database, address: string): Promise<readonly string[]> {
  if (isIP(address) === 0) return []
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
