import { Banner } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { Table } from '@candor/ui/table.tsx'
import { useOps } from '../session/use-ops.ts'
import { CsvButton } from '../shell/csv-button.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { Shown } from '../shell/states.tsx'

/** The whole ledger added up again, and what stands where. */
export function ReconciliationPage() {
  const answer = useOps('opsReconciliation', {})
  return (
    <div className="p-6">
      <PageHead
        title="Reconciliation"
        text="Every account against its entries, every asset against zero, every hold against its account: computed anew when this page opens."
      >
        <CsvButton
          name="accounts"
          rows={() => [
            ['asset', 'class', 'accounts', 'balance', 'held'],
            ...(answer.data?.accounts ?? []).map((row) => [
              row.asset,
              row.class,
              String(row.accounts),
              row.balance,
              row.held,
            ]),
          ]}
        />
      </PageHead>
      <Shown answer={answer}>
        {({ findings, accounts }) => (
          <>
            <Result findings={findings} />
            <Card flush className="mt-4">
              <Table
                label="What stands on each class of accounts"
                rows={accounts}
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
                  { key: 'held', title: 'Held', end: true, cell: (row) => <Money amount={row.held} /> },
                  {
                    key: 'balance',
                    title: 'Balance',
                    end: true,
                    cell: (row) => <Money amount={row.balance} />,
                  },
                ]}
              />
            </Card>
          </>
        )}
      </Shown>
    </div>
  )
}

function Result({ findings }: { readonly findings: readonly string[] }) {
  if (findings.length === 0) return <Banner tone="good" title="The ledger adds up." />
  return (
    <Banner tone="bad" title="The ledger does not add up.">
      <ul>
        {findings.map((finding) => (
          <li key={finding}>{finding}</li>
        ))}
      </ul>
    </Banner>
  )
}
