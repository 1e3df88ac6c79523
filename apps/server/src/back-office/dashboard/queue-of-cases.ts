import type { CaseKind } from '../cases/case-kind.ts'
import type { WorkQueue } from './work-queue.ts'

/** The queue of a kind of case, for the dashboard. */
export const queueOfCases = (kind: CaseKind): WorkQueue => ({
  page: kind.kind,
  roles: kind.roles,
  waiting: async () =>
    (await kind.waiting()).map(({ id, createdAt, deadlineAt }) => ({
      id,
      sinceMs: createdAt.getTime(),
      deadlineMs: deadlineAt?.getTime() ?? null,
    })),
})
