import type { CaseKindName, ShownSection } from '@candor/contract'
import type { CaseDetails, EvidenceRow } from './case-kind.ts'

type ShownRow = ShownSection['rows'][number]

const shownWith = (kind: CaseKindName, details: CaseDetails, shownRow: (row: EvidenceRow) => ShownRow) => ({
  kind,
  id: details.id,
  customer: { id: details.customer.id, userName: details.customer.userName },
  summary: details.summary,
  status: details.status,
  createdAt: details.createdAt.toISOString(),
  sections: details.sections.map(
    ({ rows, ...section }): ShownSection => ({
      ...section,
      rows: rows.map(shownRow),
    }),
  ),
  approvalsNeeded: details.approvalsNeeded,
})

/** Returns the content covered by a decision's hash: everything it rests on, and nothing that changes by itself. */
export const shownOf = (kind: CaseKindName, details: CaseDetails) =>
  shownWith(kind, details, ({ label, value, tone }) => ({ label, value, tone }))

/** Checks whether a case has masked values, which only its holder may read. */
export const hidesSomething = ({ sections }: CaseDetails): boolean =>
  sections.some(({ rows }) => rows.some(({ masked }) => masked !== undefined))

/** Returns the case for operators who have not claimed it. Its hash decides nothing. */
export const maskedOf = (kind: CaseKindName, details: CaseDetails) =>
  shownWith(kind, details, ({ label, value, tone, masked }) =>
    // The tone of a value tells something of it as well.
    masked === undefined
      ? { label, value, tone }
      : { label, value: masked === true ? '••••' : masked, tone: 'plain' },
  )
