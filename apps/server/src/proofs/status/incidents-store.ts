import type { IncidentState, IncidentWords } from '@candor/contract'
import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../platform/database/database.ts'
import type { TrustTables } from '../trust-tables.ts'

export type IncidentRow = Selectable<TrustTables['trust_incidents']>
export type UpdateRow = Selectable<TrustTables['trust_incident_updates']>
export interface Incident extends IncidentRow {
  /** Newest first. */
  readonly updates: readonly UpdateRow[]
}

/** The newest incidents; with `sinceMs` only those that go on or ended after it. */
export async function newestIncidents(
  db: Reader,
  { sinceMs = null, limit }: { readonly sinceMs?: number | null; readonly limit: number },
): Promise<Incident[]> {
  let query = db.selectFrom('trust_incidents').selectAll()
  if (sinceMs !== null)
    query = query.where((eb) =>
      eb.or([eb('resolved_at', 'is', null), eb('resolved_at', '>=', BigInt(sinceMs))]),
    )
  const rows = await query.orderBy('opened_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  if (rows.length === 0) return []
  const updates = await db
    .selectFrom('trust_incident_updates')
    .selectAll()
    .where(
      'incident_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('number', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, updates: updates.filter((one) => one.incident_id === row.id) }))
}

/** Null: there is none of this id. Held until the transaction ends. */
export const lockIncident = async (tx: Tx, id: string): Promise<IncidentRow | null> =>
  (await tx
    .selectFrom('trust_incidents')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()) ?? null

export async function addIncident(tx: Tx, id: string, title: IncidentWords, at: number): Promise<void> {
  await tx
    .insertInto('trust_incidents')
    .values({ id, title: JSON.stringify(title), opened_at: BigInt(at), resolved_at: null })
    .execute()
}

export interface IncidentUpdate {
  readonly incidentId: string
  readonly state: IncidentState
  readonly text: IncidentWords
  readonly by: string
  readonly at: number
}

/** Adds an update to an incident; `resolved` ends it. */
export async function addUpdate(tx: Tx, { incidentId, state, text, by, at }: IncidentUpdate): Promise<void> {
  const newest = await tx
    .selectFrom('trust_incident_updates')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('incident_id', '=', incidentId)
    .executeTakeFirst()
  await tx
    .insertInto('trust_incident_updates')
    .values({
      incident_id: incidentId,
      number: (newest?.number ?? 0) + 1,
      state,
      text: JSON.stringify(text),
      written_by: by,
      at: BigInt(at),
    })
    .execute()
  if (state === 'resolved')
    await tx
      .updateTable('trust_incidents')
      // A clock that was set back in between ends no incident before it began.
      .set(({ fn, ref, val }) => ({ resolved_at: fn('greatest', [ref('opened_at'), val(BigInt(at))]) }))
      .where('id', '=', incidentId)
      .execute()
}
