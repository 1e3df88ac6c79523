import type { CaseKindName, ShownSection } from '@candor/contract'
import type { CaseDetails, EvidenceRow } from './case-kind.ts'

const shownWith = (kind: CaseKindName, details: CaseDetails, shownValue: (row: EvidenceRow) => string) => ({
  kind,
  id: details.id,
  customer: { id: details.customer.id, userName: details.customer.userName },
  summary: details.summary,
  status: details.status,
  createdAt: details.createdAt.toISOString(),
  sections: details.sections.map(
    ({ rows, ...section }): ShownSection => ({
      ...section,
      rows: rows.map((row) => ({ label: row.label, value: shownValue(row), tone: row.tone })),
    }),
  ),
  approvalsNeeded: details.approvalsNeeded,
})

/** Returns the content covered by a decision's hash: everything it rests on, and nothing that changes by itself. */
export const shownOf = (kind: CaseKindName, details: CaseDetails) =>
  shownWith(kind, details, ({ value }) => value)

/** Checks whether a case has masked values, which only its holder may read. */
export const hidesSomething = ({ sections }: CaseDetails): boolean =>
  sections.some(({ rows }) => rows.some(({ masked }) => masked !== undefined))

/** Returns the case for operators who have not claimed it. Its hash decides nothing. */
export const maskedOf = (kind: CaseKindName, details: CaseDetails) =>
  shownWith(kind, details, ({ value, masked }) => masked ?? value)
