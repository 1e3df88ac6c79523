import type { CaseDecision } from '@candor/contract'
import type { SecondPersonReason } from '@candor/rules'
import type { Tx } from '../../platform/database/database.ts'
import type { SecondedDecision } from '../operators/operators-tables.ts'
import { type ApprovedCase, addApprovedCase, lockSums } from './approved-cases-store.ts'
import type { CaseDetails, CaseKind } from './case-kind.ts'
import { keepApproval, type NewApproval } from './claims-store.ts'
import { approversOf, peopleToApprove } from './second-person.ts'

/** A decision that an operator is about to make on a case they hold. */
export interface DecisionBeingMade {
  readonly kind: CaseKind
  readonly details: CaseDetails
  readonly decision: CaseDecision
  /** Key of a refusal's reason. */
  readonly reason: string | null
  /** Transaction as the operator wrote it. */
  readonly hash: string | null
  readonly shownHash: string
  readonly operatorId: string
  readonly now: number
}

/** People behind a decision, and the record of it. */
export interface PeopleOfDecision {
  readonly approvers: readonly string[]
  readonly reasons: readonly SecondPersonReason[]
  /** First approval, stored until a second person makes the same decision; null: it is complete. */
  readonly first: NewApproval | null
  /** Stored for the sums of the day. */
  readonly counted: ApprovedCase | null
}

/**
 * Finds the people who make this decision together, and whether one is missing. Entering a payment takes one person, because
 * two approved it where needed.
 */
export async function peopleOfDecision(tx: Tx, making: DecisionBeingMade): Promise<PeopleOfDecision> {
  const { details, decision, operatorId } = making
  if (decision === 'sent') return { approvers: [operatorId], reasons: [], first: null, counted: null }
  if (decision === 'approve') return peopleOfApproval(tx, making)
  const needed = details.rejectionsNeeded ?? 1
  return { ...(await together(tx, making, { decision, named: null, needed })), reasons: [], counted: null }
}

async function peopleOfApproval(tx: Tx, making: DecisionBeingMade): Promise<PeopleOfDecision> {
  const { kind, details, hash, operatorId, now } = making
  await lockSums(tx, details.customer.id, operatorId)
  const named = (await kind.namedBy?.(tx, { id: details.id, hash })) ?? null
  const { needed, reasons, counted } = await peopleToApprove(tx, { kind, details: details, operatorId, now })
  const people = await together(tx, making, { decision: 'approve', named, needed })
  if (counted === null || people.first !== null) return { ...people, reasons, counted: null }
  const { approvers } = people
  const approved = {
    ...counted,
    id: details.id,
    customerId: details.customer.id,
    approvers,
    at: new Date(now),
  }
  return { ...people, reasons, counted: approved }
}

interface Seconded {
  readonly decision: SecondedDecision
  readonly named: string | null
  readonly needed: 1 | 2
}

async function together(tx: Tx, making: DecisionBeingMade, { decision, named, needed }: Seconded) {
  const { kind, details, reason, shownHash, operatorId } = making
  const given: NewApproval = {
    kind: kind.kind,
    id: details.id,
    hash: shownHash,
    decision,
    reason,
    named,
    operatorId,
  }
  const approvers = await approversOf(tx, given, { roles: kind.roles, needed })
  return { approvers, first: approvers.length < needed ? given : null }
}

/** Stores what later decisions need to know about this one. */
export async function keepPeopleOf(tx: Tx, people: PeopleOfDecision, now: number): Promise<void> {
  if (people.first !== null) await keepApproval(tx, people.first, now)
  if (people.counted !== null) await addApprovedCase(tx, people.counted)
}
