import { EmptyState } from '@candor/ui/feedback.tsx'
import { Table } from '@candor/ui/figures/table.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { CircleCheck } from 'lucide-react'
import { useOps } from '../session/use-ops.ts'
import { momentOf } from '../shell/moments.ts'
import { PageHead } from '../shell/page-head.tsx'
import { Shown } from '../shell/states.tsx'

/** Cases that a job could not move: they are tried again by themselves, and the others go on meanwhile. */
export function StuckCasesPage() {
  const query = useOps('opsStuckCases', {}, { everyMs: 20_000 })
  return (
    <div className="p-6">
      <PageHead
        title="Stuck cases"
        text="Cases that a background job could not process. Each is retried automatically, later each time. Other cases continue meanwhile."
      />
      <Shown query={query}>
        {(cases) =>
          cases.length === 0 ? (
            <EmptyState
              icon={<CircleCheck aria-hidden />}
              title="Nothing is stuck"
              text="Every job is processing all its cases."
            />
          ) : (
            <Card flush>
              <Table
                label="Stuck cases"
                rows={cases}
                rowKey={(row) => `${row.job}${row.caseId}`}
                columns={[
                  { key: 'job', title: 'Job', cell: (row) => row.job },
                  { key: 'case', title: 'Case', cell: (row) => row.caseId },
                  { key: 'error', title: 'Error', cell: (row) => row.error },
                  {
                    key: 'failures',
                    title: 'Attempts',
                    end: true,
                    cell: (row) => <span className="figures">{row.failures}</span>,
                  },
                  { key: 'since', title: 'Since', end: true, cell: (row) => momentOf(row.since) },
                  { key: 'retry', title: 'Next attempt', end: true, cell: (row) => momentOf(row.retryAt) },
                ]}
              />
            </Card>
          )
        }
      </Shown>
    </div>
  )
}
