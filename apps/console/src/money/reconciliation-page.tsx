import type { Reconciliation } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { Progress } from '@candor/ui/figures/pictures.tsx'
import { Table } from '@candor/ui/figures/table.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { useOps, useOpsMutation } from '../session/use-ops.ts'
import { CsvButton } from '../shell/csv/csv-button.tsx'
import { momentOf } from '../shell/moments.ts'
import { PageHead } from '../shell/page-head.tsx'
import { Shown } from '../shell/states.tsx'

const looksEveryMs = 1_000

/** The last reconciliation of the whole ledger, its findings, and the progress of the next one. */
export function ReconciliationPage() {
  const query = useOps('opsReconciliation', {}, { everyMs: looksEveryMs })
  const accounts = query.data?.accounts ?? []
  return (
    <div className="p-6">
      <PageHead
        title="Reconciliation"
        text="Checks every account against its entries, every asset against zero and every hold against its account. Runs in the background; a large ledger takes several minutes."
      >
        {accounts.length > 0 && (
          <CsvButton
            name="accounts"
            rows={() => [
              ['asset', 'class', 'accounts', 'balance', 'held'],
              ...accounts.map((row) => [row.asset, row.class, String(row.accounts), row.balance, row.held]),
            ]}
          />
        )}
      </PageHead>
      <Shown query={query}>
        {(state) => (
          <>
            <Runs state={state} />
            <Result state={state} />
            {state.accounts.length > 0 && <Accounts rows={state.accounts} />}
          </>
        )}
      </Shown>
    </div>
  )
}

/** Balance of each class of accounts at the time of the reconciliation. */
function Accounts({ rows }: { readonly rows: Reconciliation['accounts'] }) {
  return (
    <Card flush className="mt-4">
      <Table
        label="Balances by account class"
        rows={rows}
        rowKey={(row) => `${row.asset}${row.class}`}
        columns={[
          {
            key: 'asset',
            title: 'Asset',
            cell: (row) => (row.asset === 'DEMO' ? 'demo USDT' : row.asset),
          },
          {
            key: 'class',
            title: 'Class',
            cell: (row) => <span className="text-ink">{row.class}</span>,
          },
          {
            key: 'accounts',
            title: 'Accounts',
            end: true,
            cell: (row) => <span className="figures">{row.accounts}</span>,
          },
          { key: 'held', title: 'On hold', end: true, cell: (row) => <Money amount={row.held} /> },
          {
            key: 'balance',
            title: 'Balance',
            end: true,
            cell: (row) => <Money amount={row.balance} />,
          },
        ]}
      />
    </Card>
  )
}

/** Starts the next reconciliation, or shows its progress. */
function Runs({ state: { running } }: { readonly state: Reconciliation }) {
  const start = useOpsMutation('opsReconcile')
  return (
    <div className="mb-4 flex min-h-10 flex-wrap items-center gap-4">
      <Button busy={start.isPending} disabled={running !== null} onClick={() => start.mutate({})}>
        Run reconciliation now
      </Button>
      {running !== null && (
        <>
          <Progress
            className="w-48"
            label="Progress"
            {...(running.startedAt === null ? {} : { share: running.done / running.steps })}
          />
          <span className="figures text-ink-2" role="status">
            {running.startedAt === null
              ? 'Waiting to start'
              : `Step ${Math.min(running.done + 1, running.steps)} of ${running.steps}`}
          </span>
        </>
      )}
    </div>
  )
}

function Result({ state: { findings, checkedAt } }: { readonly state: Reconciliation }) {
  if (checkedAt === null) return <Banner tone="neutral" title="The ledger has not been reconciled yet." />
  const asOf = `As of ${momentOf(checkedAt)}.`
  if (findings.length === 0)
    return (
      <Banner tone="good" title="The ledger reconciles.">
        {asOf}
      </Banner>
    )
  return (
    <Banner tone="bad" title="The ledger does not reconcile.">
      {asOf}
      <ul>
        {findings.map((finding) => (
          <li key={finding}>{finding}</li>
        ))}
      </ul>
    </Banner>
  )
}
