import type { TradeStatistics } from '@candor/contract'
import { dayMs } from '@candor/rules/time-units.ts'
import { classNames } from '@candor/ui/class-names.ts'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { MoneyChange } from '@candor/ui/figures/figures.tsx'
import { formatDecimal, formatPercent } from '@candor/ui/figures/format-decimal.ts'
import { Card, Detail, DetailList, SectionHead } from '@candor/ui/surface.tsx'
import { useMemo, useState } from 'react'
import { serverNow } from '../live/server-time.ts'
import { useApiQuery } from '../session/calls/use-call.ts'
import { useWords } from '../session/language/language.ts'

const spans = ['month', 'year', 'all'] as const
type Span = (typeof spans)[number]

const asks = {
  month: { days: 30, per: 'day' },
  year: { days: 365, per: 'month' },
  all: { days: null, per: 'month' },
} as const

/** Starts at a whole day, so that the query stays the same all day. */
const requestOf = (span: Span) => {
  const { days, per } = asks[span]
  if (days === null) return { per }
  return { per, from: new Date((Math.floor(serverNow() / dayMs) - days) * dayMs).toISOString() }
}

/** Statistics of past trading, computed by the server over all orders: share of gains, costs, results by time and market. */
export default function TradeStatisticsCard({ className }: { readonly className?: string }) {
  const { t } = useWords()
  const [span, setSpan] = useState<Span>('year')
  const request = useMemo(() => requestOf(span), [span])
  const { data, isError, refetch } = useApiQuery('tradeStatistics', request)
  return (
    <Card {...(className === undefined ? {} : { className })}>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <SectionHead
          title={t('orders.stats.title')}
          text={
            data === undefined || data.count === 0 ? undefined : t('orders.stats.note', { count: data.count })
          }
        />
        <div className="flex flex-wrap items-center gap-4">
          <a href="#/profile/performance" className="text-14 text-accent underline-offset-4 hover:underline">
            {t('accounts.performance.link')}
          </a>
          <SegmentedControl
            label={t('orders.list.period')}
            choices={spans.map((value) => ({
              value,
              label: (
                <span className="text-12">
                  {value === 'all' ? t('orders.list.period.all') : t(`orders.stats.span.${value}`)}
                </span>
              ),
            }))}
            value={span}
            onChange={setSpan}
          />
        </div>
      </div>
      {data !== undefined ? (
        <Shown statistics={data} days={asks[span].per === 'day'} />
      ) : isError ? (
        <ErrorState title={t('orders.stats.error')} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines count={5} className="mt-4" />
      )}
    </Card>
  )
}

function Shown({ statistics, days }: { readonly statistics: TradeStatistics; readonly days: boolean }) {
  const { t } = useWords()
  const { profit, fee, swap, dividends, splitCash, net } = statistics
  if (statistics.count === 0) return <p className="mt-4 text-14 text-ink-2">{t('orders.stats.empty')}</p>
  const change = (amount: string) => <MoneyChange amount={amount} asset="USDT" max={2} arrow={false} />
  const paid = (amount: string) => (Number(amount) === 0 ? amount : `-${amount}`)
  return (
    <div className="mt-4 grid gap-x-10 gap-y-6 md:grid-cols-3">
      <GainShare statistics={statistics} />
      <DetailList className="[&>div]:py-1.5">
        <Detail name={t('orders.stats.profit')}>{change(profit)}</Detail>
        <Detail name={t('orders.stats.fees')}>{change(paid(fee))}</Detail>
        <Detail name={t('orders.stats.swap')}>{change(swap)}</Detail>
        {Number(dividends) !== 0 && <Detail name={t('orders.stats.dividends')}>{change(dividends)}</Detail>}
        {Number(splitCash) !== 0 && <Detail name={t('orders.stats.splitCash')}>{change(splitCash)}</Detail>}
        <Detail name={t('orders.stats.net')} strong>
          {change(net)}
        </Detail>
      </DetailList>
      <MarketResults results={statistics.byMarket} />
      <PeriodResults results={statistics.byPeriod} days={days} />
    </div>
  )
}

const parts = [
  ['gains', 'bg-up'],
  ['even', 'bg-hairline-strong'],
  ['losses', 'bg-down'],
] as const

/** Share of orders that closed with a gain after costs: one bar, and each part by name and number. */
function GainShare({ statistics }: { readonly statistics: TradeStatistics }) {
  const { t, tag } = useWords()
  const share = (statistics.gains / statistics.count) * 100
  return (
    <figure aria-label={t('orders.stats.winRate')}>
      <figcaption className="text-14 text-ink-2">{t('orders.stats.winRate')}</figcaption>
      <p className="figures mt-0.5 font-semibold text-28 text-ink">{formatPercent(share, tag, 0, false)}</p>
      <div aria-hidden className="mt-2 flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-sunken">
        {parts.map(
          ([part, ground]) =>
            statistics[part] > 0 && (
              <span
                key={part}
                className={classNames('h-full', ground)}
                style={{ flexGrow: statistics[part], flexBasis: 0 }}
              />
            ),
        )}
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-12 text-ink-2">
        {parts.map(([part, ground]) => (
          <li key={part} className="flex items-center gap-1.5">
            <span aria-hidden className={classNames('size-2 rounded-full', ground)} />
            {t(`orders.stats.${part}`)} <span className="figures text-ink">{statistics[part]}</span>
          </li>
        ))}
      </ul>
    </figure>
  )
}

const mostMarkets = 6

/** Markets with the largest effect on the result: a bar to either side of zero. */
function MarketResults({ results }: { readonly results: TradeStatistics['byMarket'] }) {
  const { t } = useWords()
  const bySize = [...results].sort((a, b) => Math.abs(Number(b.net)) - Math.abs(Number(a.net)))
  const shown = results.filter((result) => bySize.indexOf(result) < mostMarkets)
  const widest = Math.max(...shown.map(({ net }) => Math.abs(Number(net))), Number.MIN_VALUE)
  return (
    <figure aria-label={t('orders.stats.byMarket')} className="min-w-0">
      <figcaption className="text-14 text-ink-2">{t('orders.stats.byMarket')}</figcaption>
      <ul className="mt-2 flex flex-col gap-1.5">
        {shown.map(({ code, net }) => (
          <li key={code} className="grid grid-cols-[5.5rem_minmax(0,1fr)_6rem] items-center gap-2 text-12">
            <span className="truncate text-ink">{code}</span>
            <span aria-hidden dir="ltr" className="relative h-2 rounded-full bg-sunken">
              <span
                className={classNames(
                  'absolute inset-y-0 min-w-0.5 rounded-full',
                  Number(net) >= 0 ? 'left-1/2 bg-up' : 'right-1/2 bg-down',
                )}
                style={{ width: `${(Math.abs(Number(net)) / widest) * 50}%` }}
              />
            </span>
            <span className="text-end">
              <MoneyChange amount={net} max={2} arrow={false} />
            </span>
          </li>
        ))}
      </ul>
    </figure>
  )
}

/** Result of each day or month after costs, as a bar up or down; periods without a closed order are left out. */
function PeriodResults({
  results,
  days,
}: {
  readonly results: TradeStatistics['byPeriod']
  readonly days: boolean
}) {
  const { t, tag } = useWords()
  const widest = Math.max(...results.map(({ net }) => Math.abs(Number(net))), Number.MIN_VALUE)
  const name = new Intl.DateTimeFormat(tag, {
    timeZone: 'UTC',
    ...(days ? { day: 'numeric', month: 'short' } : { month: 'short', year: 'numeric' }),
  })
  const bars = results.map(({ from, net }) => ({
    from,
    share: Number(net) / widest,
    name: name.format(new Date(from)),
    net: `${formatDecimal(net, tag, { min: 2, max: 2, signed: true })} USDT`,
  }))
  return (
    <figure aria-label={t('orders.stats.byPeriod')} className="min-w-0 md:col-span-3">
      <figcaption className="text-14 text-ink-2">{t('orders.stats.byPeriod')}</figcaption>
      <ul dir="ltr" className="mt-3 flex h-24 items-stretch gap-px border-hairline border-b">
        {bars.map((one) => (
          <li
            key={one.from}
            title={`${one.name}: ${one.net}`}
            className="flex min-w-0 max-w-12 flex-1 flex-col"
          >
            <span className="sr-only">{`${one.name}: ${one.net}`}</span>
            <Half share={one.share} up />
            <Half share={-one.share} />
          </li>
        ))}
      </ul>
      <p dir="ltr" className="mt-1.5 flex justify-between text-12 text-ink-3">
        <bdi dir="auto">{bars[0]?.name}</bdi>
        {bars.length > 1 && <bdi dir="auto">{bars.at(-1)?.name}</bdi>}
      </p>
    </figure>
  )
}

/** The part of a bar above or below zero. */
function Half({ share, up = false }: { readonly share: number; readonly up?: boolean }) {
  return (
    <span
      aria-hidden
      className={classNames('flex flex-1 px-px', up ? 'items-end border-hairline border-b' : 'items-start')}
    >
      <span
        className={classNames('w-full rounded-[2px]', up ? 'bg-up' : 'bg-down', share > 0 && 'min-h-0.5')}
        style={{ height: `${Math.max(0, share) * 100}%` }}
      />
    </span>
  )
}
