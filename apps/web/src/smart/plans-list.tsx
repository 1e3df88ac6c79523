import type { Plan } from '@candor/contract'
import { Button, buttonClass } from '@candor/ui/button.tsx'
import { ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures.tsx'
import { Progress } from '@candor/ui/pictures.tsx'
import { CardLines, type Column, Table } from '@candor/ui/table.tsx'
import { useMemo, useState } from 'react'
import { useWords } from '../session/language.ts'
import type { PagedList } from '../session/use-pages.ts'
import { goTo } from '../shell/hash-location.ts'
import { ExitDialog } from './exit-dialog.tsx'
import { NextEarning, PlanStatus, usdtText } from './plan-cells.tsx'
import { planProgress } from './plan-exit.ts'
import { yearlyOf } from './plan-form.ts'
import { receiptPath } from './plan-paths.ts'
import type { PlanTab } from './use-plans.ts'
import { dailyText, yearlyText } from './yield-text.ts'

/** The plans of one state with their main figures; each plan's page has the rest. */
export function PlansList({ status, list }: { readonly status: PlanTab; readonly list: PagedList<Plan> }) {
  const { t } = useWords()
  const [leaving, setLeaving] = useState<Plan | null>(null)
  const columns = useColumns(status, setLeaving)
  const { items, failed, retry, hasMore, loadingMore, more } = list
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
      <div className="flex justify-center border-hairline border-t py-3">
        {hasMore ? (
          <Button variant="secondary" size="s" busy={loadingMore} onClick={more}>
            {t('smart.plans.more')}
          </Button>
        ) : (
          <span className="text-12 text-ink-3">{t('smart.plans.end')}</span>
        )}
      </div>
      {leaving !== null && <ExitDialog plan={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}

function PaidDays({ plan }: { readonly plan: Plan }) {
  const { t } = useWords()
  const said = t('smart.progress', { paid: plan.sharedDays, days: plan.days })
  return (
    <span className="flex min-w-28 flex-col gap-1">
      <span className="text-12 text-ink-2 whitespace-nowrap">{said}</span>
      <Progress share={planProgress(plan)} label={said} />
    </span>
  )
}

const rowButton = buttonClass('secondary', 's', false, 'h-8! min-h-8! px-2.5! text-12!')

function useColumns(status: PlanTab, onLeave: (plan: Plan) => void): readonly Column<Plan>[] {
  const { t, tag } = useWords()
  return useMemo(() => {
    const day = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' })
    const moment = (iso: string | null) => (
      <span className="text-12 text-ink-2 whitespace-nowrap">
        {iso === null ? '—' : day.format(new Date(iso))}
      </span>
    )
    const money = (amount: string) => <Money amount={amount} />
    const earning = status === 'earning'
    const columns: (Column<Plan> | false)[] = [
      {
        key: 'product',
        title: t('smart.field.productName'),
        cell: (plan) => (
          <span className="flex flex-col">
            <b className="font-medium">{plan.productName}</b>
            <span className="text-12 text-ink-3">{t('smart.days', { days: plan.days })}</span>
          </span>
        ),
      },
      {
        key: 'amount',
        title: `${t('smart.field.amount')} USDT`,
        end: true,
        cell: (plan) => money(plan.amount),
      },
      {
        key: 'yield',
        title: t('smart.field.dailyYield'),
        end: true,
        cell: (plan) => (
          <bdi dir="ltr" className="figures flex flex-col items-end">
            {dailyText(plan.dailyYield, tag)}
            <span className="text-12 text-ink-3">{yearlyText(yearlyOf(plan.dailyYield), tag)}</span>
          </bdi>
        ),
      },
      {
        key: 'revenue',
        title: `${t(status === 'exited' ? 'smart.field.totalRevenue.exited' : 'smart.field.totalRevenue')} USDT`,
        end: true,
        cell: (plan) => (
          <span className="flex flex-col items-end">
            {money(plan.totalRevenue)}
            {earning && (
              <span className="text-12 text-ink-3" title={t('smart.field.todayEarnings')}>
                {t('smart.next.today', { amount: usdtText(plan.todayEarnings, tag) })}
              </span>
            )}
          </span>
        ),
      },
      status === 'exited' && {
        key: 'penalty',
        title: t('smart.field.penalty.paid'),
        end: true,
        cell: (plan) => money(plan.penalty),
      },
      { key: 'days', title: t('smart.field.sharedDays'), cell: (plan) => <PaidDays plan={plan} /> },
      earning
        ? {
            key: 'next',
            title: t('smart.field.nextEarningAt'),
            cell: (plan) => <NextEarning plan={plan} short className="text-12 text-ink-2" />,
          }
        : { key: 'from', title: t('smart.field.startedAt'), cell: (plan) => moment(plan.startedAt) },
      earning
        ? { key: 'ends', title: t('smart.field.expiresAt'), cell: (plan) => moment(plan.expiresAt) }
        : { key: 'ended', title: t('smart.field.closedAt'), cell: (plan) => moment(plan.closedAt) },
      {
        key: 'actions',
        title: <span className="sr-only">{t('smart.field.actions')}</span>,
        end: true,
        cell: (plan) =>
          plan.status === 'earning' ? (
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
          ) : (
            <a
              href={receiptPath(plan.id)}
              onClick={(event) => event.stopPropagation()}
              className="text-12 text-accent"
            >
              {t('smart.plan.receipt')}
            </a>
          ),
      },
    ]
    return columns.filter((column) => column !== false)
  }, [status, onLeave, t, tag])
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
