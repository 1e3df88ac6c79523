import { mostSharing } from '@candor/contract'
import { sql } from 'kysely'
import type { Relation } from '../../back-office/review-context/review-ports.ts'
import type { Database } from '../../platform/database/database.ts'

/** IP addresses and devices of a customer that are compared, the latest first. */
const mostPlaces = 50

interface SharedRow {
  readonly user_id: string
  readonly what: string
  readonly at: Date
}

/** Finds accounts that signed in from an IP address or a device from which this customer did. */
export async function sharedPlaces(db: Database, userId: string): Promise<readonly Relation[]> {
  const [networks, devices] = await Promise.all([sharedNetworks(db, userId), sharedDevices(db, userId)])
  return [
    ...devices.map((row) => toRelation('device', row)),
    ...networks.map((row) => toRelation('network', row)),
  ]
}

const toRelation = (by: 'device' | 'network', { user_id: userId, what, at }: SharedRow): Relation => ({
  ...{ userId, by, what, at },
})

async function sharedNetworks({ query }: Database, userId: string): Promise<readonly SharedRow[]> {
  const { rows } = await sql<SharedRow>`
    SELECT other.user_id, own.address AS what, other.at
      FROM (SELECT address FROM accounts_sessions WHERE user_id = ${userId} AND address <> ''
             GROUP BY address ORDER BY max(last_seen_at) DESC LIMIT ${mostPlaces}) own
     CROSS JOIN LATERAL (
       SELECT user_id, max(last_seen_at) AS at FROM accounts_sessions
        WHERE address = own.address AND user_id <> ${userId} GROUP BY user_id LIMIT ${mostSharing + 1}) other`.execute(
    query,
  )
  return rows
}

async function sharedDevices({ query }: Database, userId: string): Promise<readonly SharedRow[]> {
  const { rows } = await sql<SharedRow>`
    SELECT other.user_id, own.device AS what, other.at
      FROM (SELECT device_mark, max(device) AS device FROM accounts_sessions
             WHERE user_id = ${userId} AND device_mark IS NOT NULL
             GROUP BY device_mark ORDER BY max(last_seen_at) DESC LIMIT ${mostPlaces}) own
     CROSS JOIN LATERAL (
       SELECT user_id, max(last_seen_at) AS at FROM accounts_sessions
        WHERE device_mark = own.device_mark AND user_id <> ${userId} GROUP BY user_id LIMIT ${mostSharing + 1}) other`.execute(
    query,
  )
  return rows
}
