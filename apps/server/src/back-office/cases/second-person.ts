import type { OperatorRole } from '@candor/contract'
import {
  type CustomerDecision,
  customerDecisions,
  type SecondPersonReason,
  whySecondPerson,
} from '@candor/rules'
import { dayMs } from '@candor/rules/time-units.ts'
import type { Kysely } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { approvedAloneBy, approvedSince } from './approved-cases-store.ts'
import type { CaseDetails, CaseKind } from './case-kind.ts'
import { type Approval, approvalsOf, type NewApproval } from './claims-store.ts'

const midnightBefore = (ms: number): number => ms - (ms % dayMs)

/** Number of people that an approval by this operator needs now, and the reasons for two. */
export interface PeopleNeeded {
  readonly needed: 1 | 2
  readonly reasons: readonly SecondPersonReason[]
  /** Record of the approval once it is given; null: none. */
  readonly counted: { readonly kind: CustomerDecision; readonly valueMinor: bigint | null } | null
}

export interface ApprovalRequest {
  readonly kind: CaseKind
  readonly details: CaseDetails
  readonly operatorId: string
  readonly now: number
}

/** Applies the rule of the second person to an approval by this operator; inside a transaction, under `lockSums`. */
export async function peopleToApprove(db: Kysely<Schema>, request: ApprovalRequest): Promise<PeopleNeeded> {
  const { kind, details } = request
  const byKind = details.approvalsNeeded === 2
  const weight = details.allowed.includes('approve') ? await kind.weigh?.(db, details.id) : null
  const decision = customerDecisions.find((one) => one === kind.kind)
  if (weight == null || decision === undefined)
    return { needed: details.approvalsNeeded, reasons: byKind ? ['byRule'] : [], counted: null }
  const { money, notSeenOnChain } = weight
  const reasons = whySecondPerson({
    decision,
    day: money === null ? null : { ...money, ...(await sumsOfDay(db, request, decision, money.limitMinor)) },
    notSeenOnChain,
    approvedAlone: await approvedAloneBy(db, request.operatorId, details.customer.id),
  })
  const shown = reasons.length === 0 && byKind ? (['byRule'] as const) : reasons
  const counted = { kind: decision, valueMinor: money?.valueMinor ?? null }
  return { needed: shown.length === 0 ? 1 : 2, reasons: shown, counted }
}

async function sumsOfDay(
  db: Kysely<Schema>,
  { details, operatorId, now }: ApprovalRequest,
  kind: CustomerDecision,
  limitMinor: bigint,
) {
  const { customerMinor, operatorMinor } = await approvedSince(db, {
    kind,
    customerId: details.customer.id,
    operatorId,
    sinceMs: midnightBefore(now),
    unpricedMinor: limitMinor,
  })
  return { customerDayMinor: customerMinor, reviewerDayMinor: operatorMinor }
}

/**
 * Lists the people who make this decision together: another person who made exactly the same decision on exactly the same case,
 * and this operator last. Refuses `secondPersonRequired` when another person is needed and this one has already decided.
 */
export async function approversOf(
  db: Kysely<Schema>,
  given: NewApproval,
  { roles, needed }: { readonly roles: readonly OperatorRole[]; readonly needed: 1 | 2 },
): Promise<readonly string[]> {
  const same = ({ decision, reason, named }: Approval) =>
    decision === given.decision && reason === given.reason && named === given.named
  const before = (await approvalsOf(db, given, { roles, lock: true })).filter(same)
  const others = before.flatMap(({ id }) => (id === given.operatorId ? [] : [id])).slice(0, 1)
  const approvers = [...others, given.operatorId]
  if (approvers.length < needed && before.length > 0) throw new Refusal('secondPersonRequired')
  return approvers
}
