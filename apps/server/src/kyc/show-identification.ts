import type { Identification } from '@candor/contract'
import type { IdentityForm } from '@candor/rules'
import type { Kysely } from 'kysely'
import type { Schema } from '../platform/database/schema.ts'
import type { KycDeps, Standing } from './kyc-deps.ts'
import { type CaseRow, caseOf, draftOf } from './kyc-store.ts'
import { draftOfPerson, emptyForm, formOfCase, openForm } from './sealed-form.ts'

/** Returns the customer's view of their identity check. */
export async function showIdentification(deps: KycDeps, userId: string): Promise<Identification> {
  const standing = await deps.standings.of(userId)
  return shown(deps, deps.db.query, standing)
}

/** The same within a transaction that changed it. */
export async function shown(deps: KycDeps, db: Kysely<Schema>, standing: Standing): Promise<Identification> {
  const newest = (await caseOf(db, standing.userId)) ?? null
  const form = await currentForm(deps, db, standing, newest)
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
    reviewHours: Number(await deps.parameters.value('kyc.reviewHours')),
    neededFrom: String(await deps.parameters.value('kyc.neededFrom')),
  }
}

/** Returns the submitted form, with later changes where it may be changed. */
export async function currentForm(
  deps: KycDeps,
  db: Kysely<Schema>,
  { userId, status }: Standing,
  newest: CaseRow | null,
): Promise<IdentityForm> {
  const sent = newest === null ? null : await openForm(deps, db, formOfCase(userId, newest.id), newest.sealed)
  if (status === 'pending' || status === 'approved') return sent ?? emptyForm
  const draft = await draftOf(db, userId)
  const savedDraft =
    draft === undefined ? null : await openForm(deps, db, draftOfPerson(userId), draft.sealed)
  return savedDraft ?? sent ?? emptyForm
}
