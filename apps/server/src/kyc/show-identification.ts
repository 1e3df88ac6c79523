import type { Identification } from '@candor/contract'
import type { IdentityForm } from '@candor/rules'
import type { Kysely } from 'kysely'
import type { ServerContext } from '../module.ts'
import type { Schema } from '../platform/database/schema.ts'
import type { KycPorts, Standing } from './kyc-ports.ts'
import { type CaseRow, caseOf, draftOf } from './kyc-store.ts'
import { draftOfPerson, emptyForm, formOfCase, openForm } from './sealed-form.ts'

/** Returns the customer's view of their identity check. */
export async function showIdentification(
  context: ServerContext & KycPorts,
  userId: string,
): Promise<Identification> {
  const standing = await context.standings.of(userId)
  return shown(context, context.db.query, standing)
}

/** The same within a transaction that changed it. */
export async function shown(
  context: ServerContext & KycPorts,
  db: Kysely<Schema>,
  standing: Standing,
): Promise<Identification> {
  const newest = (await caseOf(db, standing.userId)) ?? null
  const form = await currentForm(context, db, standing, newest)
  const rejected = standing.status === 'rejected'
  const failed = rejected ? [...(newest?.failed ?? [])] : []
  return {
    ...(form as Pick<Identification, keyof IdentityForm>),
    status: standing.status,
    tier: standing.tier,
    reason: failed[0]?.reason ?? null,
    failed,
    submittedAt: newest?.submitted_at.toISOString() ?? null,
    deadlineAt: standing.status === 'pending' ? (newest?.deadline_at.toISOString() ?? null) : null,
    decidedAt: newest?.decided_at?.toISOString() ?? null,
    reviewHours: Number(await context.parameters.value('kyc.reviewHours')),
    neededFrom: String(await context.parameters.value('kyc.neededFrom')),
  }
}

/** Returns the submitted form, with later changes where it may be changed. */
export async function currentForm(
  context: ServerContext & KycPorts,
  db: Kysely<Schema>,
  { userId, status }: Standing,
  newest: CaseRow | null,
): Promise<IdentityForm> {
  const sent =
    newest === null ? null : await openForm(context, db, formOfCase(userId, newest.id), newest.sealed)
  if (status === 'pending' || status === 'approved') return sent ?? emptyForm
  const draft = await draftOf(db, userId)
  const savedDraft =
    draft === undefined ? null : await openForm(context, db, draftOfPerson(userId), draft.sealed)
  return savedDraft ?? sent ?? emptyForm
}
