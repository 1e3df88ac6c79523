import { SkeletonLines } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { CardLines, Table } from '@candor/ui/figures/table.tsx'
import { Card } from '@candor/ui/surface.tsx'
import type { CallResult } from '../../session/calls/call-server.ts'
import { useApiQuery } from '../../session/calls/use-call.ts'
import { useT } from '../../session/language/language.ts'

type Total = CallResult<'statementTotals'>[number]

const parts = ['opening', 'in', 'out', 'closing'] as const

/** Totals of the period for each asset: opening, in, out, closing. */
export function StatementTotals({ from }: { readonly from: string | undefined }) {
  const t = useT()
  const { data } = useApiQuery('statementTotals', from === undefined ? {} : { from })
  if (data === undefined) return <SkeletonLines count={2} className="mb-5" />
  const money = (total: Total, part: (typeof parts)[number]) => (
    <Money amount={total[part]} asset={total.asset} />
  )
  return (
    <Card flush className="mb-5">
      <Table
        label={t('statement.totals')}
        rows={data}
        rowKey={({ asset }) => asset}
        card={(total) => (
          <CardLines
            title={total.asset}
            value={money(total, 'closing')}
            detail={
              <>
                {t('statement.totals.in')} {money(total, 'in')}
              </>
            }
            state={
              <>
                {t('statement.totals.out')} {money(total, 'out')}
              </>
            }
          />
        )}
        columns={[
          {
            key: 'asset',
            title: t('statement.balances.asset'),
            cell: ({ asset }) => <strong className="font-semibold">{asset}</strong>,
          },
          ...parts.map((part) => ({
            key: part,
            title: t(`statement.totals.${part}`),
            end: true,
            cell: (total: Total) => money(total, part),
          })),
        ]}
      />
    </Card>
  )
}
