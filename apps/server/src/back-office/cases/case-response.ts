import type { CaseKindName, QueueEntry } from '@candor/contract'
import type { TextKey } from '@candor/texts/keys.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { CaseDetails, CaseKind, CaseLine, RefusedItem } from './case-kind.ts'
import type { Claim } from './claims-store.ts'

export function reasonOf(kind: CaseKind, reason: string | undefined): TextKey {
  const known = kind.reasons.find((key) => key === reason)
  if (known === undefined)
    throw new Refusal('invalidInput', { issues: [{ path: 'reason', code: 'unknown' }] })
  return known
}

/** Each item of a refusal must be one of the case's, and its reason one of the kind's. */
export function refusedItems(
  kind: CaseKind,
  details: CaseDetails,
  items: readonly { readonly item: string; readonly reason: string }[],
): RefusedItem[] {
  return items.map(({ item, reason }) => {
    if (details.items?.some(({ key }) => key === item) !== true)
      throw new Refusal('invalidInput', { issues: [{ path: 'items', code: 'unknown' }] })
    return { item, reason: reasonOf(kind, reason) }
  })
}

export interface LineShown {
  readonly kind: CaseKindName
  readonly line: CaseLine
  readonly claim: Claim | undefined
  /** One person decided it; another has to. */
  readonly awaitsSecond: boolean
}

export const toLineResponse = ({ kind, line, claim, awaitsSecond }: LineShown, now: number): QueueEntry => ({
  kind,
  id: line.id,
  customer: { id: line.customer.id, userName: line.customer.userName },
  summary: line.summary,
  status: line.status,
  createdAt: line.createdAt.toISOString(),
  deadlineAt: line.deadlineAt?.toISOString() ?? null,
  late: line.deadlineAt !== null && line.deadlineAt.getTime() < now,
  claimedBy: claim?.by ?? null,
  claimedUntil: claim?.until.toISOString() ?? null,
  awaitsSecond,
})
