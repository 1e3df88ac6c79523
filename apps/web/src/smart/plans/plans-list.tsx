import type { Plan } from '@candor/contract'
import type { Translate } from '@candor/texts/translate.ts'
import { Button, buttonClass } from '@candor/ui/controls/button.tsx'
import { ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { formatMinute } from '@candor/ui/figures/format-moment.ts'
import { Progress } from '@candor/ui/figures/pictures.tsx'
import { CardLines, type Column, type NamedColumn, pickColumns, Table } from '@candor/ui/figures/table.tsx'
import { useMemo, useState } from 'react'
import { dailyText, yearlyText } from '../../savings/yield-text.ts'
import { ListEnd } from '../../session/calls/list-end.tsx'
import type { PagedList } from '../../session/calls/use-pages.ts'
import { useWords } from '../../session/language/language.ts'
import { goTo } from '../../shell/hash-location.ts'
import { receiptPath } from '../plan-paths.ts'
import { yearlyOf } from '../ticket/plan-form.ts'
import { ExitDialog } from './exit-dialog.tsx'
import { NextEarning, PlanStatus, usdtText } from './plan-cells.tsx'
import { planProgress } from './plan-exit.ts'
import type { PlanTab } from './use-plans.ts'

/** The plans of one state with their main figures; each plan's page has the rest. */
export function PlansList({ status, list }: { readonly status: PlanTab; readonly list: PagedList<Plan> }) {
  const { t } = useWords()
  const [leaving, setLeaving] = useState<Plan | null>(null)
  const columns = useColumns(status, setLeaving)
  const { items, failed, retry } = list
  if (failed) return <ErrorState title={t('smart.plans.error')} onRetry={retry} />
  if (items === undefined) return <SkeletonLines count={5} className="p-5" />
  if (items.length === 0)
    return <p className="px-5 py-8 text-14 text-ink-2">{t(`smart.plans.empty.${status}`)}</p>
  return (
    <>
      <Table
        label={t(`smart.plans.${status}`)}
        columns={columns}
        rows={items}
        rowKey={({ id }) => id}
        onRow={({ id }) => goTo(`/trading/plans/${id}`)}
        card={(plan) => <PlanCard plan={plan} onLeave={() => setLeaving(plan)} />}
      />
      <ListEnd list={list} small className="border-hairline border-t py-3" />
      {leaving !== null && <ExitDialog plan={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}

function PaidDays({ plan }: { readonly plan: Plan }) {
  const { t } = useWords()
  const progress = t('smart.progress', { paid: plan.sharedDays, days: plan.days })
  return (
    <span className="flex min-w-28 flex-col gap-1">
      <span className="text-12 text-ink-2 whitespace-nowrap">{progress}</span>
      <Progress share={planProgress(plan)} label={progress} />
    </span>
  )
}

const rowButton = buttonClass('secondary', 's', false, 'h-8! min-h-8! px-2.5! text-12!')

const figures = ['product', 'amount', 'yield', 'revenue'] as const
/** Columns by state: a running plan has a next payout and an exit, an ended one its own two days and a receipt. */
const shownIn: Readonly<Record<PlanTab, readonly ColumnName[]>> = {
  earning: [...figures, 'days', 'next', 'ends', 'actions'],
  completed: [...figures, 'days', 'from', 'ended', 'actions'],
  exited: [...figures, 'penalty', 'days', 'from', 'ended', 'actions'],
}

function useColumns(status: PlanTab, onLeave: (plan: Plan) => void): readonly Column<Plan>[] {
  const { t, tag } = useWords()
  return useMemo(() => {
    const columns = {
      ...figureColumns(t, tag, status),
      ...dayColumns(t, tag),
      actions: {
        title: <span className="sr-only">{t('smart.field.actions')}</span>,
        end: true,
        cell: (plan: Plan) => <RowAction plan={plan} onLeave={onLeave} />,
      },
    }
    return pickColumns<Plan, ColumnName>(columns, shownIn[status])
  }, [status, onLeave, t, tag])
}

type ColumnName = keyof ReturnType<typeof figureColumns> | keyof ReturnType<typeof dayColumns> | 'actions'

function figureColumns(t: Translate, tag: string, status: PlanTab) {
  return {
    product: {
      title: t('smart.field.productName'),
      cell: (plan) => (
        <span className="flex flex-col">
          <b className="font-medium">{plan.productName}</b>
          <span className="text-12 text-ink-3">{t('smart.days', { days: plan.days })}</span>
        </span>
      ),
    },
    amount: {
      title: `${t('smart.field.amount')} USDT`,
      end: true,
      cell: (plan) => <Money amount={plan.amount} />,
    },
    yield: {
      title: t('smart.field.dailyYield'),
      end: true,
      cell: (plan) => (
        <bdi dir="ltr" className="figures flex flex-col items-end">
          {dailyText(plan.dailyYield, tag)}
          <span className="text-12 text-ink-3">{yearlyText(yearlyOf(plan.dailyYield), tag)}</span>
        </bdi>
      ),
    },
    revenue: {
      title: `${t(status === 'exited' ? 'smart.field.totalRevenue.exited' : 'smart.field.totalRevenue')} USDT`,
      end: true,
      cell: (plan) => (
        <span className="flex flex-col items-end">
          <Money amount={plan.totalRevenue} />
          {status === 'earning' && (
            <span className="text-12 text-ink-3" title={t('smart.field.todayEarnings')}>
              {t('smart.next.today', { amount: usdtText(plan.todayEarnings, tag) })}
            </span>
          )}
        </span>
      ),
    },
    penalty: {
      title: t('smart.field.penalty.paid'),
      end: true,
      cell: (plan) => <Money amount={plan.penalty} />,
    },
  } satisfies Record<string, NamedColumn<Plan>>
}

function dayColumns(t: Translate, tag: string) {
  const moment = (title: string, of: (plan: Plan) => string | null): NamedColumn<Plan> => ({
    title,
    cell: (plan) => {
      const iso = of(plan)
      return (
        <span className="text-12 text-ink-2 whitespace-nowrap">
          {iso === null ? '—' : formatMinute(iso, tag)}
        </span>
      )
    },
  })
  return {
    days: { title: t('smart.field.sharedDays'), cell: (plan) => <PaidDays plan={plan} /> },
    next: {
      title: t('smart.field.nextEarningAt'),
      cell: (plan) => <NextEarning plan={plan} short className="text-12 text-ink-2" />,
    },
    from: moment(t('smart.field.startedAt'), ({ startedAt }) => startedAt),
    ends: moment(t('smart.field.expiresAt'), ({ expiresAt }) => expiresAt),
    ended: moment(t('smart.field.closedAt'), ({ closedAt }) => closedAt),
  } satisfies Record<string, NamedColumn<Plan>>
}

/** A running plan can be left; an ended one has a receipt. */
function RowAction({ plan, onLeave }: { readonly plan: Plan; readonly onLeave: (plan: Plan) => void }) {
  const { t } = useWords()
  if (plan.status === 'earning')
    return (
      <button
        type="button"
        className={rowButton}
        onClick={(event) => {
          event.stopPropagation()
          onLeave(plan)
        }}
      >
        {t('smart.exit.open')}
      </button>
    )
  return (
    <a
      href={receiptPath(plan.id)}
      onClick={(event) => event.stopPropagation()}
      className="text-12 text-accent"
    >
      {t('smart.plan.receipt')}
    </a>
  )
}

function PlanCard({ plan, onLeave }: { readonly plan: Plan; readonly onLeave: () => void }) {
  const { t, tag } = useWords()
  const running = plan.status === 'earning'
  return (
    <div className="flex flex-col gap-2.5">
      <a href={`#/trading/plans/${plan.id}`} className="flex flex-col gap-2 no-underline">
        <CardLines
          title={plan.productName}
          value={<Money amount={plan.amount} asset="USDT" />}
          detail={
            <>
              {dailyText(plan.dailyYield, tag)} · {t('smart.field.yearlyYield')}{' '}
              {yearlyText(yearlyOf(plan.dailyYield), tag)}
            </>
          }
          state={<PlanStatus status={plan.status} />}
        />
        <span className="flex items-baseline justify-between gap-3 text-12 text-ink-2">
          {t(plan.status === 'exited' ? 'smart.field.totalRevenue.exited' : 'smart.field.totalRevenue')}
          <Money amount={plan.totalRevenue} asset="USDT" className="text-14 text-ink" />
        </span>
        <PaidDays plan={plan} />
        {running && <NextEarning plan={plan} className="text-12 text-ink-2" />}
      </a>
      {running && (
        <Button variant="secondary" size="s" full onClick={onLeave}>
          {t('smart.exit.open')}
        </Button>
      )}
    </div>
  )
}
