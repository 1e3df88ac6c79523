import { SkeletonLines } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { CardLines, Table } from '@candor/ui/figures/table.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { ChevronDown } from 'lucide-react'
import type { CallResult } from '../../session/calls/call-server.ts'
import { useApiQuery } from '../../session/calls/use-call.ts'
import { useT } from '../../session/language/language.ts'
import type { StatementRange } from './statement-form.ts'

type Total = CallResult<'statementTotals'>[number]

const parts = ['opening', 'in', 'out', 'closing'] as const

/** Totals of the period for each asset: opening, in, out, closing; and what they come from. */
export function StatementTotals({ range }: { readonly range: StatementRange }) {
  const t = useT()
  const { data } = useApiQuery('statementTotals', range)
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
      <KindTotals totals={data} />
    </Card>
  )
}

interface KindRow {
  readonly asset: Total['asset']
  readonly kind: string
  readonly in: string
  readonly out: string
}

/** Sums of the period by kind of entry, which add up to what came and went. */
function KindTotals({ totals }: { readonly totals: readonly Total[] }) {
  const t = useT()
  const rows = totals.flatMap(({ asset, kinds }) => kinds.map((kind): KindRow => ({ ...kind, asset })))
  if (rows.length === 0) return null
  const nameOf = ({ kind }: KindRow) => t.maybe(`statement.kinds.${kind}`) ?? kind
  const money = (row: KindRow, part: 'in' | 'out') =>
    /[1-9]/.test(row[part]) ? (
      <Money amount={row[part]} asset={row.asset} />
    ) : (
      <span className="text-ink-3">—</span>
    )
  return (
    <details className="group border-hairline border-t">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-1.5 px-5 text-14 text-accent">
        {t('statement.totals.kinds')}
        <ChevronDown aria-hidden className="size-4 group-open:rotate-180" />
      </summary>
      <Table
        label={t('statement.totals.kinds')}
        rows={rows}
        rowKey={({ asset, kind }) => `${asset} ${kind}`}
        card={(row) => (
          <CardLines
            title={nameOf(row)}
            value={row.asset}
            detail={
              <>
                {t('statement.totals.in')} {money(row, 'in')}
              </>
            }
            state={
              <>
                {t('statement.totals.out')} {money(row, 'out')}
              </>
            }
          />
        )}
        columns={[
          { key: 'kind', title: t('statement.column.kind'), cell: nameOf },
          { key: 'in', title: t('statement.totals.in'), end: true, cell: (row: KindRow) => money(row, 'in') },
          {
            key: 'out',
            title: t('statement.totals.out'),
            end: true,
            cell: (row: KindRow) => money(row, 'out'),
          },
        ]}
      />
    </details>
  )
}
