import type { OperatorRole } from '@candor/contract'
import type { Kysely } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { SecondedDecision } from '../operators/operators-tables.ts'
import { validApprovals } from '../operators/valid-approvals.ts'

const claimLastsMs = 10 * 60_000

export interface Claim {
  readonly by: { readonly id: string; readonly email: string }
  readonly until: Date
}

/** The claims that still hold, by case. */
export async function claimsOf(
  db: Kysely<Schema>,
  kind: string,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Claim>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('operators_claims as c')
    .innerJoin('operators_people as p', 'p.id', 'c.operator_id')
    .select(['c.case_id', 'c.until', 'p.id', 'p.email'])
    .where('c.kind', '=', kind)
    .where('c.case_id', 'in', ids)
    .where('c.until', '>', now)
    .execute()
  return new Map(rows.map(({ case_id, until, id, email }) => [case_id, { by: { id, email }, until }]))
}

/** Lists the cases that an operator holds, of every kind. */
export const claimsBy = (
  db: Kysely<Schema>,
  operatorId: string,
  now: Date,
): Promise<{ kind: string; case_id: string }[]> =>
  db
    .selectFrom('operators_claims')
    .select(['kind', 'case_id'])
    .where('operator_id', '=', operatorId)
    .where('until', '>', now)
    .execute()

/** Claims a case that is free, or prolongs the operator's own claim; null when another operator has claimed it. */
export async function takeClaim(
  tx: Tx,
  claim: { readonly kind: string; readonly id: string; readonly operatorId: string },
  now: number,
): Promise<Date | null> {
  const until = new Date(now + claimLastsMs)
  const taken = await tx
    .insertInto('operators_claims')
    .values({ kind: claim.kind, case_id: claim.id, operator_id: claim.operatorId, until })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'case_id'])
        .doUpdateSet({ operator_id: claim.operatorId, until })
        .where((eb) =>
          eb.or([
            eb('operators_claims.operator_id', '=', claim.operatorId),
            eb('operators_claims.until', '<=', new Date(now)),
          ]),
        ),
    )
    .returning('until')
    .executeTakeFirst()
  return taken === undefined ? null : until
}

/** True while this operator holds the case; the row stays locked until the transaction ends. */
export async function holdsClaim(
  tx: Tx,
  claim: { readonly kind: string; readonly id: string; readonly operatorId: string },
  now: number,
): Promise<boolean> {
  const row = await tx
    .selectFrom('operators_claims')
    .select('operator_id')
    .where('kind', '=', claim.kind)
    .where('case_id', '=', claim.id)
    .where('operator_id', '=', claim.operatorId)
    .where('until', '>', new Date(now))
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Gives a case back; false where this operator did not hold it. */
export async function dropClaim(tx: Tx, kind: string, id: string, operatorId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('operators_claims')
    .where('kind', '=', kind)
    .where('case_id', '=', id)
    .where('operator_id', '=', operatorId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export interface Approval {
  readonly id: string
  readonly email: string
  readonly at: Date
  readonly decision: SecondedDecision
  /** Reason of a refusal that waits for its second person. */
  readonly reason: string | null
  /** Transaction that the approval named. */
  readonly named: string | null
}

/** Approvals of exactly what is shown now that still count, oldest first. */
export async function approvalsOf(
  db: Kysely<Schema>,
  approved: { readonly kind: string; readonly id: string; readonly hash: string },
  counted: { readonly roles: readonly OperatorRole[]; readonly lock: boolean },
): Promise<Approval[]> {
  const given = await db
    .selectFrom('operators_approvals as a')
    .innerJoin('operators_people as p', 'p.id', 'a.operator_id')
    .select([
      'p.id',
      'p.id as operatorId',
      'p.email',
      'a.at',
      'a.standing',
      'a.decision',
      'a.reason',
      'a.named',
    ])
    .where('a.kind', '=', approved.kind)
    .where('a.case_id', '=', approved.id)
    .where('a.shown_hash', '=', approved.hash)
    .orderBy('a.at')
    .execute()
  return validApprovals(db, given, counted)
}

/** Finds the approved ones among these cases, in any state that was shown then. */
export async function approvedOnce(
  db: Kysely<Schema>,
  kind: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('operators_approvals')
    .select('case_id')
    .distinct()
    .where('kind', '=', kind)
    .where('case_id', 'in', ids)
    .execute()
  return new Set(rows.map((row) => row.case_id))
}

export interface NewApproval {
  readonly kind: string
  readonly id: string
  readonly operatorId: string
  readonly hash: string
  readonly decision: SecondedDecision
  readonly reason: string | null
  readonly named: string | null
}

/** Stores a first approval; another by the same person replaces it. */
export async function keepApproval(tx: Tx, approval: NewApproval, now: number): Promise<void> {
  const { decision, reason, named } = approval
  const at = new Date(now)
  await tx
    .insertInto('operators_approvals')
    .values({
      kind: approval.kind,
      case_id: approval.id,
      operator_id: approval.operatorId,
      shown_hash: approval.hash,
      decision,
      reason,
      named,
      at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'case_id', 'operator_id', 'shown_hash', 'standing', 'decision'])
        .doUpdateSet({ reason, named, at }),
    )
    .execute()
}
