import type { TradeResults } from '@candor/contract'
import { MoneyChange } from '@candor/ui/figures/figures.tsx'
import { formatDecimal, formatShare } from '@candor/ui/figures/format-decimal.ts'
import { formatDay } from '@candor/ui/figures/format-moment.ts'
import { Tooltip } from '@candor/ui/overlays/tooltip.tsx'
import { Card, Detail, DetailList, SectionHead } from '@candor/ui/surface.tsx'
import { Link } from 'wouter'
import { useWords } from '../../session/language/language.ts'

const dash = '—'

/** Figures of the trades that were closed in the period, after costs. */
export function TradeFigures({ trades }: { readonly trades: TradeResults }) {
  const { t, tag } = useWords()
  const change = (amount: string | null) =>
    amount === null ? dash : <MoneyChange amount={amount} asset="USDT" max={2} arrow={false} />
  return (
    <Card>
      <SectionHead
        title={t('accounts.performance.trades')}
        text={trades.count === 0 ? undefined : t('orders.stats.note', { count: trades.count })}
      />
      <p className="mt-4 text-14 text-ink-2">{t('orders.stats.net')}</p>
      <p className="mt-0.5 font-semibold text-28 [&_bdi]:text-28">
        <MoneyChange amount={trades.net} asset="USDT" max={2} />
      </p>
      <DetailList className="mt-3 [&>div]:py-1.5">
        <Detail name={t('orders.stats.winRate')}>
          {trades.winRate === null ? dash : figure(formatShare(trades.winRate, tag, 1))}
        </Detail>
        <Detail
          name={
            <Tooltip text={t('accounts.performance.profitFactor.about')}>
              {t('accounts.performance.profitFactor')}
            </Tooltip>
          }
        >
          {trades.profitFactor === null
            ? dash
            : figure(formatDecimal(trades.profitFactor, tag, { min: 2, max: 2 }))}
        </Detail>
        <Detail name={t('accounts.performance.averageGain')}>{change(trades.averageGain)}</Detail>
        <Detail name={t('accounts.performance.averageLoss')}>{change(trades.averageLoss)}</Detail>
        <Detail name={t('accounts.performance.expectancy')}>{change(trades.expectancy)}</Detail>
        <Detail name={t('accounts.performance.best')}>
          <Extreme trade={trades.best} />
        </Detail>
        <Detail name={t('accounts.performance.worst')}>
          <Extreme trade={trades.worst} />
        </Detail>
      </DetailList>
    </Card>
  )
}

const figure = (text: string) => (
  <bdi dir="ltr" className="figures">
    {text}
  </bdi>
)

function Extreme({ trade }: { readonly trade: TradeResults['best'] }) {
  const { tag } = useWords()
  if (trade === null) return dash
  const place = trade.type === 'options' ? 'options' : 'orders'
  return (
    <span className="flex flex-col items-end">
      <MoneyChange amount={trade.net} asset="USDT" max={2} arrow={false} />
      <Link
        href={`/profile/${place}/${trade.id}`}
        className="text-12 text-accent underline-offset-4 hover:underline"
      >
        <bdi>{trade.code}</bdi> · <bdi>{formatDay(trade.closedAt, tag)}</bdi>
      </Link>
    </span>
  )
}
