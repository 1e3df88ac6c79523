import type { CustomerDecision } from '@candor/rules'
import { type Kysely, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'

/** Locks approvals about this customer, and those of this operator, so that a day's sums do not change meanwhile. */
export async function lockSums(tx: Tx, customerId: string, operatorId: string): Promise<void> {
  for (const key of [`approvals:customer:${customerId}`, `approvals:operator:${operatorId}`])
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
}

/** Kinds of decisions about a customer that an operator approved alone. */
export async function approvedAloneBy(
  db: Kysely<Schema>,
  operatorId: string,
  customerId: string,
): Promise<readonly CustomerDecision[]> {
  const rows = await db
    .selectFrom('operators_approved_cases')
    .select('kind')
    .distinct()
    .where('customer_id', '=', customerId)
    .where(sql<boolean>`approvers = ARRAY[${operatorId}]::uuid[]`)
    .execute()
  return rows.map(({ kind }) => kind)
}

export interface SumsRequest {
  readonly kind: CustomerDecision
  readonly customerId: string
  readonly operatorId: string
  /** Since when, in epoch ms. */
  readonly sinceMs: number
  /** Amount counted for an approval whose coin had no price then. */
  readonly unpricedMinor: bigint
}

/** Worth of the cases of a kind approved since, for the customer and by the operator. */
export async function approvedSince(
  db: Kysely<Schema>,
  { kind, customerId, operatorId, sinceMs, unpricedMinor }: SumsRequest,
): Promise<{ readonly customerMinor: bigint; readonly operatorMinor: bigint }> {
  const value = sql`coalesce(value, ${unpricedMinor})`
  const row = await db
    .selectFrom('operators_approved_cases')
    .select([
      sql<bigint>`coalesce(sum(${value}) FILTER (WHERE customer_id = ${customerId}), 0)::bigint`.as(
        'customer',
      ),
      sql<bigint>`coalesce(sum(${value}) FILTER (WHERE ${operatorId} = ANY (approvers)), 0)::bigint`.as(
        'operator',
      ),
    ])
    .where('kind', '=', kind)
    .where('at', '>=', new Date(sinceMs))
    .executeTakeFirstOrThrow()
  return { customerMinor: row.customer, operatorMinor: row.operator }
}

export interface ApprovedCase {
  readonly kind: CustomerDecision
  readonly id: string
  readonly customerId: string
  readonly approvers: readonly string[]
  readonly valueMinor: bigint | null
  readonly at: Date
}

export async function addApprovedCase(tx: Tx, approved: ApprovedCase): Promise<void> {
  await tx
    .insertInto('operators_approved_cases')
    .values({
      kind: approved.kind,
      case_id: approved.id,
      customer_id: approved.customerId,
      approvers: [...approved.approvers],
      value: approved.valueMinor,
      at: approved.at,
    })
    .execute()
}
