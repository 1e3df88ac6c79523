import type { OperatorRole } from '@candor/contract'
import type { Kysely } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { Refusal } from '../../platform/http/refusal.ts'

/** An approval or a proposal, and the standing its author had when they gave it. */
export interface GivenApproval {
  readonly operatorId: string
  readonly standing: number
}

/**
 * Returns the approvals and proposals that still count: their author is enabled, has one of `roles`, and has lost neither
 * since. This is the only place that decides it, for every case and proposal (trust T10). With `lock`, no operator can be
 * disabled before the transaction ends.
 */
export async function validApprovals<Approval extends GivenApproval>(
  db: Kysely<Schema>,
  approvals: readonly Approval[],
  { roles, lock }: { readonly roles: readonly OperatorRole[]; readonly lock: boolean },
): Promise<Approval[]> {
  if (approvals.length === 0) return []
  const query = db
    .selectFrom('operators_people')
    .select(['id', 'standing'])
    .where(
      'id',
      'in',
      approvals.map(({ operatorId }) => operatorId),
    )
    .where('disabled_at', 'is', null)
    .where('role', 'in', roles)
    .orderBy('id')
  const standings = new Map(
    (await (lock ? query.forShare() : query).execute()).map((row) => [row.id, row.standing]),
  )
  return approvals.filter(({ operatorId, standing }) => standings.get(operatorId) === standing)
}

/** Refuses `roleNotAllowed` for an operator who was disabled or lost the role during their request. */
export async function refuseLostRole(
  tx: Tx,
  operatorId: string,
  roles: readonly OperatorRole[],
): Promise<void> {
  const found = await tx
    .selectFrom('operators_people')
    .select('id')
    .where('id', '=', operatorId)
    .where('disabled_at', 'is', null)
    .where('role', 'in', roles)
    .forShare()
    .executeTakeFirst()
  if (found === undefined) throw new Refusal('roleNotAllowed')
}
