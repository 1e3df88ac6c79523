import type { RiskHistory } from '@candor/contract'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { EmptyState } from '@candor/ui/feedback.tsx'
import { Money, MoneyChange } from '@candor/ui/figures/figures.tsx'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { TimeCurve, type TimePoints } from '@candor/ui/figures/time-curve.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { useState } from 'react'
import { useOps } from '../session/use-ops.ts'
import { CsvButton } from '../shell/csv/csv-button.tsx'
import { dayOf, momentOf } from '../shell/moments.ts'
import { Shown } from '../shell/states.tsx'
import { curvesOf, type RiskCurve } from './risk-curves.ts'

const ranges = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
] as const
type Range = (typeof ranges)[number]['value']

/** Results by day and market, and the exposure recorded each hour. */
export function RiskHistoryCard() {
  const [range, setRange] = useState<Range>('30')
  const query = useOps('opsRiskHistory', { days: Number(range) }, { everyMs: 60_000 })
  return (
    <Card flush>
      <SectionHead
        title="History"
        text="Your results of closed trades by day (UTC), and exposure and cover as recorded each hour."
        action={
          <span className="flex flex-wrap items-center gap-2">
            <SegmentedControl label="Range" choices={ranges} value={range} onChange={setRange} />
            <CsvButton name="results" rows={() => csvOf(query.data?.days ?? [])} />
          </span>
        }
        className="px-5 pt-4 pb-2"
      />
      <Shown query={query}>
        {(history) => (
          <>
            <div className="grid gap-6 px-5 py-3 md:grid-cols-2">
              {curvesOf(history).map((curve) => (
                <Curve key={curve.name} {...curve} />
              ))}
            </div>
            <Results markets={history.markets} />
          </>
        )}
      </Shown>
    </Card>
  )
}

function Curve({ name, points, isSigned, byDay }: RiskCurve) {
  const [first, last] = [points[0], points.at(-1)]
  return (
    <section>
      <h3 className="mb-2 flex items-baseline justify-between gap-3 text-14 text-ink-2">
        {name}
        {last !== undefined && (
          <Money amount={last[1].toFixed(0)} signed={isSigned} min={0} className="text-ink" />
        )}
      </h3>
      {first === undefined || last === undefined || points.length < 2 ? (
        <p className="text-14 text-ink-3">Recorded from the next hour on.</p>
      ) : (
        <TimeCurve
          label={name}
          points={points}
          signed={isSigned}
          start={(byDay ? dayOf : momentOf)(new Date(first[0]).toISOString())}
          end={(byDay ? dayOf : momentOf)(new Date(last[0]).toISOString())}
          high={whole(Math.max(...values(points)))}
          low={whole(Math.min(...values(points)))}
        />
      )}
    </section>
  )
}

const values = (points: TimePoints): number[] => points.map(([, value]) => value)
const whole = (value: number): string => formatDecimal(value.toFixed(0), 'en-GB', { min: 0 })

function Results({ markets }: Pick<RiskHistory, 'markets'>) {
  if (markets.length === 0)
    return <EmptyState title="No closed trades" text="No real-money trade closed in this time." />
  return (
    <Table
      label="Results by market"
      rows={markets}
      rowKey={({ code, product }) => `${product} ${code}`}
      columns={columns}
    />
  )
}

type Result = RiskHistory['markets'][number]

const columns: readonly Column<Result>[] = [
  { key: 'code', title: 'Market', cell: ({ code }) => <span className="text-ink">{code}</span> },
  { key: 'product', title: 'Product', cell: ({ product }) => product },
  {
    key: 'trades',
    title: 'Trades',
    end: true,
    cell: ({ trades }) => <span className="figures">{trades}</span>,
  },
  {
    key: 'prices',
    title: 'By prices',
    end: true,
    cell: ({ prices }) => <MoneyChange amount={prices} max={2} arrow={false} />,
  },
  {
    key: 'charges',
    title: 'Commissions and swaps',
    end: true,
    cell: ({ charges }) => <MoneyChange amount={charges} max={2} arrow={false} />,
  },
]

const csvOf = (days: RiskHistory['days']) => [
  ['day', 'by prices', 'commissions and swaps'],
  ...days.map(({ day, prices, charges }) => [day, prices, charges]),
]
