import type { ProposalEntry } from '@candor/contract'
import { type Kysely, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Json } from '../../platform/json.ts'

export interface ProposalRow extends ProposalEntry {
  readonly payload: Json
  /** The proposer's standing when they proposed it. */
  readonly standing: number
}

const selected = (db: Kysely<Schema>) =>
  db
    .selectFrom('operators_proposals as p')
    .innerJoin('operators_people as a', 'a.id', 'p.proposed_by')
    .leftJoin('operators_people as b', 'b.id', 'p.decided_by')
    .selectAll('p')
    .select(['a.email as proposed_email', 'b.email as decided_email'])

type Selected = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number]

export async function proposalsPage(
  db: Kysely<Schema>,
  request: {
    readonly kinds: readonly string[]
    readonly status: ProposalEntry['status'] | undefined
    readonly before: string | undefined
    readonly limit: number
  },
): Promise<ProposalRow[]> {
  if (request.kinds.length === 0) return []
  let query = selected(db).where('p.kind', 'in', request.kinds).orderBy('p.id', 'desc').limit(request.limit)
  if (request.status !== undefined) query = query.where('p.status', '=', request.status)
  if (request.before !== undefined) query = query.where('p.id', '<', request.before)
  return (await query.execute()).map(rowOf)
}

export async function readProposal(db: Kysely<Schema>, id: string): Promise<ProposalRow | null> {
  const row = await selected(db).where('p.id', '=', id).executeTakeFirst()
  return row === undefined ? null : rowOf(row)
}

/** With its row locked until the transaction ends. */
export async function lockProposal(tx: Tx, id: string): Promise<ProposalRow | null> {
  const row = await selected(tx).where('p.id', '=', id).forNoKeyUpdate('p').executeTakeFirst()
  return row === undefined ? null : rowOf(row)
}

export async function addProposal(
  tx: Tx,
  proposal: {
    readonly id: string
    readonly kind: string
    readonly payload: Json
    readonly summary: string
    readonly reason: string
    readonly proposedBy: string
    readonly at: Date
    readonly expiresAt: Date
  },
): Promise<void> {
  await tx
    .insertInto('operators_proposals')
    .values({
      id: proposal.id,
      kind: proposal.kind,
      payload: JSON.stringify(proposal.payload),
      summary: proposal.summary,
      reason: proposal.reason,
      proposed_by: proposal.proposedBy,
      proposed_at: proposal.at,
      expires_at: proposal.expiresAt,
    })
    .execute()
}

export async function endProposal(
  tx: Tx,
  id: string,
  end: {
    readonly status: Exclude<ProposalEntry['status'], 'pending'>
    readonly by: string | null
    readonly at: Date
    readonly reason: string | null
  },
): Promise<void> {
  await tx
    .updateTable('operators_proposals')
    .set({ status: end.status, decided_by: end.by, decided_at: end.at, decided_reason: end.reason })
    .where('id', '=', id)
    .execute()
}

/** Lists undecided proposals that have not lapsed, the next to lapse first. */
export async function pendingProposals(
  db: Kysely<Schema>,
  request: { readonly kinds: readonly string[]; readonly now: Date; readonly limit: number },
): Promise<ProposalEntry[]> {
  if (request.kinds.length === 0) return []
  const rows = await selected(db)
    .where('p.kind', 'in', request.kinds)
    .where('p.status', '=', 'pending')
    .where('p.expires_at', '>', request.now)
    .orderBy('p.expires_at')
    .orderBy('p.id')
    .limit(request.limit)
    .execute()
  return rows.map(rowOf).map(entryOf)
}

/** Lists undecided proposals whose time is over. */
export const lapsedProposals = (db: Kysely<Schema>, now: Date, limit: number): Promise<{ id: string }[]> =>
  db
    .selectFrom('operators_proposals')
    .select('id')
    .where('status', '=', 'pending')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Locks an expired proposal and returns its kind; null: it was decided meanwhile, or another process is ending it. */
export async function lockLapsed(tx: Tx, id: string, now: Date): Promise<string | null> {
  const row = await tx
    .selectFrom('operators_proposals')
    .select('kind')
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('expires_at', '<=', now)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row?.kind ?? null
}

const rowOf = (row: Selected): ProposalRow => ({
  id: row.id,
  kind: row.kind,
  payload: row.payload as Json,
  summary: row.summary,
  reason: row.reason,
  status: row.status,
  proposedBy: { id: row.proposed_by, email: row.proposed_email },
  proposedAt: row.proposed_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  decidedBy:
    row.decided_by === null || row.decided_email === null
      ? null
      : { id: row.decided_by, email: row.decided_email },
  decidedAt: row.decided_at?.toISOString() ?? null,
  decidedReason: row.decided_reason,
  standing: row.proposer_standing,
})

/** Returns the entry for lists, without the stored payload. */
export const entryOf = ({ payload: _payload, standing: _standing, ...entry }: ProposalRow): ProposalEntry =>
  entry

/** Removes the name of an erased person from the summaries of decisions about them (trust T20). */
export async function unnameProposals(tx: Tx, userId: string, name: string): Promise<void> {
  await sql`UPDATE operators_proposals SET summary = replace(summary, ${name}, '(erased)')
             WHERE payload ->> 'userId' = ${userId} AND strpos(summary, ${name}) > 0`.execute(tx)
}
