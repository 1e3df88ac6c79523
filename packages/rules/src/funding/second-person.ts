/** Decisions about one customer; one person may not take all three. */
export const customerDecisions = ['kyc', 'recharge', 'withdrawal'] as const
export type CustomerDecision = (typeof customerDecisions)[number]

/** Reasons for a second person, in the order they are shown. */
export const secondPersonReasons = [
  'notSeenOnChain',
  'noPrice',
  'customerDay',
  'reviewerDay',
  'allThree',
  'byRule',
] as const
export type SecondPersonReason = (typeof secondPersonReasons)[number]

export interface DayOfApprovals {
  /** Worth of this approval in USDT's smallest unit; null: the coin has no price now. */
  readonly valueMinor: bigint | null
  /** Up to this sum one person decides. */
  readonly limitMinor: bigint
  /** Approved since midnight UTC for the same customer, without this approval. */
  readonly customerDayMinor: bigint
  /** Approved since midnight UTC by the same reviewer, alone or with another, without this approval. */
  readonly reviewerDayMinor: bigint
}

export interface ApprovalContext {
  readonly decision: CustomerDecision
  /** Null: the approval moves no money. */
  readonly day: DayOfApprovals | null
  /** No node saw the payment that would be credited. */
  readonly notSeenOnChain: boolean
  /** Kinds of decisions about this customer that the same person approved alone before. */
  readonly approvedAlone: readonly CustomerDecision[]
}

/**
 * Lists why this approval needs a second person; empty: one is enough. Sums count everything approved on the day, so that many small
 * cases need the same two people as one large case. Source: rulebook, Deposits and withdrawals.
 */
export function whySecondPerson(context: ApprovalContext): readonly SecondPersonReason[] {
  const reasons: SecondPersonReason[] = []
  if (context.notSeenOnChain) reasons.push('notSeenOnChain')
  if (context.day !== null) reasons.push(...sumsAboveLimit(context.day))
  const byOnePerson = new Set([...context.approvedAlone, context.decision])
  if (customerDecisions.every((decision) => byOnePerson.has(decision))) reasons.push('allThree')
  return reasons
}

function sumsAboveLimit(day: DayOfApprovals): SecondPersonReason[] {
  const { valueMinor, limitMinor, customerDayMinor, reviewerDayMinor } = day
  if (valueMinor === null) return ['noPrice']
  const reasons: SecondPersonReason[] = []
  if (customerDayMinor + valueMinor > limitMinor) reasons.push('customerDay')
  if (reviewerDayMinor + valueMinor > limitMinor) reasons.push('reviewerDay')
  return reasons
}
