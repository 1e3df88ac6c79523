import type { WorthFlow, WorthHistory, WorthRange } from '@candor/contract'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { ErrorState, Skeleton } from '@candor/ui/feedback.tsx'
import { MoneyChange } from '@candor/ui/figures/figures.tsx'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { formatMinute } from '@candor/ui/figures/format-moment.ts'
import { TimeCurve, type TimePoints } from '@candor/ui/figures/time-curve.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { useMemo, useState } from 'react'
import { useApiQuery } from '../../session/calls/use-call.ts'
import { useWords } from '../../session/language/language.ts'

const ranges: readonly WorthRange[] = ['day', 'week', 'month', 'year', 'all']
const refreshMs = 60_000

/** Worth over time: its P&L without money in and out, then the worth itself, with a mark for each of these. */
export function WorthChart({ className }: { readonly className?: string }) {
  const { t } = useWords()
  const [range, setRange] = useState<WorthRange>('month')
  const { data, isError, refetch } = useApiQuery('worthHistory', { range }, { refetchIntervalMs: refreshMs })
  return (
    <Card {...(className === undefined ? {} : { className })}>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <SectionHead title={t('accounts.worth.chart')} />
        <SegmentedControl
          label={t('orders.list.period')}
          choices={ranges.map((value) => ({
            value,
            label: <span className="text-12">{t(`accounts.worth.range.${value}`)}</span>,
          }))}
          value={range}
          onChange={setRange}
        />
      </div>
      {data !== undefined ? (
        <Curves history={data} />
      ) : isError ? (
        <ErrorState title={t('orders.stats.error')} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="mt-4 h-48" />
      )}
    </Card>
  )
}

function Curves({ history: { points, flows } }: { readonly history: WorthHistory }) {
  const { t, tag } = useWords()
  const last = points.at(-1)
  const pointsOf = (of: 'worth' | 'result'): TimePoints =>
    points.map((point) => [Date.parse(point.at), Number(point[of])])
  if (last === undefined || points.length < 2)
    return <p className="mt-4 text-14 text-ink-3">{t('accounts.worth.none')}</p>
  const marks = flows.map((flow) => ({
    at: Date.parse(flow.at),
    isIn: !flow.worth.startsWith('-'),
    title: flowText(flow, t(flow.worth.startsWith('-') ? 'accounts.worth.out' : 'accounts.worth.in'), tag),
  }))
  return (
    <div className="mt-4 grid gap-x-8 gap-y-6 lg:grid-cols-2">
      <div>
        <p className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3 text-14 text-ink-2">
          {t('accounts.worth.pnl')}
          <MoneyChange amount={last.result} asset="USDT" max={2} />
        </p>
        <Curve label={t('accounts.worth.pnl')} points={pointsOf('result')} signed />
      </div>
      <div>
        <p className="mb-2 text-14 text-ink-2">{t('accounts.worth.title')}</p>
        <Curve label={t('accounts.worth.title')} points={pointsOf('worth')} marks={marks} />
        {flows.length > 0 && <FlowKey flows={flows} />}
      </div>
      <p className="text-12 text-ink-3 lg:col-span-2">{t('accounts.worth.resolution')}</p>
    </div>
  )
}

type CurveProps = Pick<Parameters<typeof TimeCurve>[0], 'points' | 'label' | 'marks' | 'signed'>

function Curve(curve: CurveProps) {
  const { tag } = useWords()
  const { points } = curve
  const [first, last] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0]
  const day = useMemo(
    () =>
      new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' }),
    [tag],
  )
  const values = points.map(([, value]) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const number = new Intl.NumberFormat(tag, { maximumFractionDigits: high - low < 10 ? 2 : 0 })
  return (
    <TimeCurve
      {...curve}
      high={number.format(high)}
      low={number.format(low)}
      start={day.format(first)}
      end={day.format(last)}
    />
  )
}

const listed = 3

/** Explains the marks, and lists the newest: a mark shows its own text only to a pointer. */
function FlowKey({ flows }: { readonly flows: readonly WorthFlow[] }) {
  const { t, tag } = useWords()
  return (
    <div className="mt-2 text-12 text-ink-2">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="flex items-center gap-1.5">
          <span aria-hidden className="border-x-[5px] border-x-transparent border-b-[8px] border-b-accent" />
          {t('accounts.worth.in')}
        </span>
        <span className="flex items-center gap-1.5">
          <span aria-hidden className="border-x-[5px] border-x-transparent border-t-[8px] border-t-warn" />
          {t('accounts.worth.out')}
        </span>
      </p>
      <ul aria-label={t('accounts.worth.flows')} className="mt-1.5 flex flex-col gap-0.5">
        {flows
          .slice(-listed)
          .reverse()
          .map((flow) => (
            <li key={`${flow.at} ${flow.amount}`} className="flex justify-between gap-3">
              <span className="text-ink-3">{formatMinute(flow.at, tag)}</span>
              <bdi dir="ltr" className="figures text-ink">
                {amountText(flow, tag)}
              </bdi>
            </li>
          ))}
      </ul>
    </div>
  )
}

const amountText = ({ amount, asset }: WorthFlow, tag: string): string =>
  `${formatDecimal(amount, tag, { min: 2, signed: true })} ${asset}`

const flowText = (flow: WorthFlow, name: string, tag: string): string =>
  `${name}: ${amountText(flow, tag)}, ${formatMinute(flow.at, tag)}`
