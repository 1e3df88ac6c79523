import type { CaseKindName, ShownSection } from '@candor/contract'
import type { CaseFacts, FactRow } from './case-kind.ts'

const shownWith = (kind: CaseKindName, facts: CaseFacts, shownValue: (row: FactRow) => string) => ({
  kind,
  id: facts.id,
  customer: { id: facts.customer.id, userName: facts.customer.userName },
  summary: facts.summary,
  status: facts.status,
  createdAt: facts.createdAt.toISOString(),
  sections: facts.sections.map(
    ({ rows, ...section }): ShownSection => ({
      ...section,
      rows: rows.map((row) => ({ label: row.label, value: shownValue(row), tone: row.tone })),
    }),
  ),
  approvalsNeeded: facts.approvalsNeeded,
})

/** Returns the content covered by a decision's hash: everything it rests on, and nothing that changes by itself. */
export const shownOf = (kind: CaseKindName, facts: CaseFacts) => shownWith(kind, facts, ({ value }) => value)

/** Checks whether a case has masked values, which only its holder may read. */
export const hidesSomething = ({ sections }: CaseFacts): boolean =>
  sections.some(({ rows }) => rows.some(({ masked }) => masked !== undefined))

/** Returns the case as operators see it who do not hold it: its hash decides nothing. */
export const maskedOf = (kind: CaseKindName, facts: CaseFacts) =>
  shownWith(kind, facts, ({ value, masked }) => masked ?? value)
