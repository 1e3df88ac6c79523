import { mostSharing } from '@candor/contract'
import { fundingNetworks } from '@candor/rules'
import { sql } from 'kysely'
import type { Relation } from '../../back-office/review-context/review-ports.ts'
import type { Database } from '../../platform/database/database.ts'

interface SharedRow {
  readonly user_id: string
  readonly what: string
  readonly at: bigint
}

/**
 * Finds accounts with a payout address of this customer, removed ones too, and accounts that one pays the other at: a payout address
 * that is the other's own deposit address.
 */
export async function sharedPayoutAddresses(
  { query }: Database,
  userId: string,
): Promise<readonly Relation[]> {
  const { rows } = await sql<SharedRow>`
    WITH payout AS (SELECT DISTINCT address FROM funding_payout_addresses WHERE user_id = ${userId}),
         deposit AS (SELECT address FROM funding_addresses WHERE user_id = ${userId} AND own)
    SELECT other.user_id, mine.address AS what, other.at FROM payout mine CROSS JOIN LATERAL (
      SELECT user_id, max(created_at) AS at FROM funding_payout_addresses
       WHERE address = mine.address AND user_id <> ${userId} GROUP BY user_id LIMIT ${mostSharing + 1}) other
    UNION ALL
    SELECT d.user_id, mine.address, d.shown_at FROM payout mine JOIN funding_addresses d ON d.network = ANY(${[...fundingNetworks]}::text[]) AND d.address = mine.address AND d.own
    UNION ALL
    SELECT p.user_id, mine.address, p.created_at FROM deposit mine JOIN funding_payout_addresses p ON p.address = mine.address`.execute(
    query,
  )
  return rows.map(({ user_id, what, at }) => ({
    ...{ userId: user_id, by: 'payoutAddress', what, at: new Date(Number(at)) },
  }))
}
