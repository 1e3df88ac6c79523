import { classNames } from '@candor/ui/class-names.ts'
import { MoneyChange } from '@candor/ui/figures.tsx'
import { formatPercent } from '@candor/ui/format-decimal.ts'
import { Card, Fact, Facts, SectionHead } from '@candor/ui/surface.tsx'
import { useWords } from '../session/language.ts'
import type { MarketResult, TradeStatistics } from './trade-statistics.ts'

/** What trading came to, as pictures: how often it gained, what it cost, and where. */
export function TradeStatisticsCard({ statistics }: { readonly statistics: TradeStatistics }) {
  const { t } = useWords()
  const change = (amount: string) => <MoneyChange amount={amount} asset="USDT" max={2} arrow={false} />
  return (
    <Card>
      <SectionHead
        title={t('orders.stats.title')}
        text={t('orders.stats.note', { count: statistics.count })}
      />
      <div className="mt-4 grid gap-x-10 gap-y-6 md:grid-cols-3">
        <GainShare statistics={statistics} />
        <Facts className="[&>div]:py-1.5">
          <Fact name={t('orders.stats.profit')}>{change(statistics.profit)}</Fact>
          <Fact name={t('orders.stats.fees')}>{change(statistics.fees)}</Fact>
          <Fact name={t('orders.stats.swap')}>{change(statistics.swap)}</Fact>
          <Fact name={t('orders.stats.net')} strong>
            {change(statistics.net)}
          </Fact>
        </Facts>
        <MarketResults results={statistics.byMarket} />
      </div>
    </Card>
  )
}

const parts = [
  ['gains', 'bg-up'],
  ['even', 'bg-hairline-strong'],
  ['losses', 'bg-down'],
] as const

/** How many closed with a gain after costs: one bar, and each part by name and number. */
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

/** The markets that moved the result most: a bar to either side of nothing. */
function MarketResults({ results }: { readonly results: readonly MarketResult[] }) {
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
