import { announcedDay, announcedWeek } from '@candor/contract'
import { type HoursAnnouncements, noAnnouncements, withChange } from '@candor/rules'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Reader, Tx } from '../../../platform/database/database.ts'
import type { MarketsTables } from '../../markets-tables.ts'

export type HoursRow = Selectable<MarketsTables['markets_hours']>

/** A change of hours as it is proposed and stored. */
export const hoursChangeShape = z.object({
  scope: z.string(),
  days: z.array(announcedDay),
  withdrawnDays: z.array(z.string()),
  week: announcedWeek.nullable(),
  withdrawnWeek: z.string().nullable(),
})

export type StoredHoursChange = z.output<typeof hoursChangeShape>

/** One decision of two people, as it is written. */
export interface HoursVersion {
  /** That of the proposal. */
  readonly id: string
  readonly change: StoredHoursChange
  readonly changesFrom: number | null
  readonly shutsFrom: number | null
  readonly reason: string
  readonly proposedBy: string
  readonly approvedBy: string
  readonly at: number
}

/** Reads everything that operators announced about hours and did not withdraw. */
export async function announcedHours(reader: Reader): Promise<HoursAnnouncements> {
  const rows = await reader.selectFrom('markets_hours').select('change').orderBy('sequence').execute()
  return rows.reduce<HoursAnnouncements>(
    (all, { change }) => withChange(all, changeOf(change)),
    noAnnouncements,
  )
}

/** Reads a stored change. */
export const changeOf = (stored: HoursRow['change']): StoredHoursChange => hoursChangeShape.parse(stored)

/** Returns the number of the newest decision; null: there is none. */
export async function newestDecision(reader: Reader): Promise<bigint | null> {
  const { newest } = await reader
    .selectFrom('markets_hours')
    .select(({ fn }) => fn.max('sequence').as('newest'))
    .executeTakeFirstOrThrow()
  return newest
}

/** Locks all decisions until the transaction ends: of two that were proposed at once, the second sees the first. */
export async function lockHours(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('markets_hours', 0))`.execute(tx)
}

/** Writes a decision. */
export async function writeDecision(tx: Tx, version: HoursVersion): Promise<void> {
  const moment = (ms: number | null) => (ms === null ? null : BigInt(ms))
  await tx
    .insertInto('markets_hours')
    .values({
      ...{ id: version.id, scope: version.change.scope, reason: version.reason },
      change: JSON.stringify(version.change),
      changes_from: moment(version.changesFrom),
      shuts_from: moment(version.shutsFrom),
      proposed_by: version.proposedBy,
      approved_by: version.approvedBy,
      announced_at: BigInt(version.at),
    })
    .execute()
}

/** Lists the newest decisions with the names of those who made them. */
export const newestDecisions = (reader: Reader, limit: number) =>
  reader
    .selectFrom('markets_hours')
    .innerJoin('operators_names as a', 'a.id', 'markets_hours.proposed_by')
    .innerJoin('operators_names as b', 'b.id', 'markets_hours.approved_by')
    .selectAll('markets_hours')
    .select(['a.email as proposed_email', 'b.email as approved_email'])
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()
