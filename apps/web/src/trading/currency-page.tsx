import type { MarketInfo } from '@candor/contract'
import * as refusals from '@candor/refusals/codes.ts'
import { buttonClass } from '@candor/ui/controls/button.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { SearchX } from 'lucide-react'
import { MarketRules } from '../markets/market-rules.tsx'
import { useMarketInfo } from '../markets/use-market-info.ts'
import { CallFailure } from '../session/calls/failure.ts'
import { useT } from '../session/language/language.ts'
import { useHashQuery } from '../shell/hash-location.ts'
import { useLayout } from '../shell/use-layout.ts'
import { MarketChart } from './market-chart.tsx'
import { PriceHeader } from './price-header.tsx'

/** One market: price, chart, all its rules, and a description (route /cruuency, query code, type and id). */
export default function CurrencyPage() {
  const t = useT()
  const query = new URLSearchParams(useHashQuery())
  const id = query.get('code') ?? query.get('id') ?? ''
  const { data, error, refetch } = useMarketInfo(id, { enabled: id !== '', refetchIntervalMs: 60_000 })
  if (data !== undefined) return <Detail info={data} />
  if (id === '' || (error instanceof CallFailure && error.code === refusals.notFound))
    return (
      <EmptyState
        wholePage
        icon={<SearchX aria-hidden />}
        title={t('markets.detail.notFound')}
        action={
          <a href="#/market" className={buttonClass('secondary')}>
            {t('markets.list.showAll')}
          </a>
        }
      />
    )
  if (error !== null) return <ErrorState title={t('markets.detail.error')} onRetry={() => void refetch()} />
  return <SkeletonLines count={12} className="mx-auto w-full max-w-page px-6 py-10" />
}

function Detail({ info }: { readonly info: MarketInfo }) {
  const t = useT()
  const mobile = useLayout() === 'mobile'
  const trade = `#/market?code=${encodeURIComponent(info.code)}`
  return (
    <div className="mx-auto grid w-full max-w-page gap-5 pb-24 md:grid-cols-[minmax(0,1fr)_23rem] md:px-6 md:py-8">
      <div className="flex min-w-0 flex-col gap-5">
        <section className="flex min-w-0 flex-col overflow-hidden border-hairline bg-surface max-md:border-b md:rounded-m md:border">
          <PriceHeader market={info} narrow={mobile} isOwnPage />
          <MarketChart
            market={info}
            narrow={mobile}
            className={mobile ? 'h-[45dvh] min-h-64' : 'h-[34rem]'}
          />
        </section>
        <Card className="max-md:mx-4">
          <SectionHead title={t('markets.detail.about')} />
          <p className="mt-2 max-w-line text-14 text-ink-2">{info.about}</p>
        </Card>
      </div>
      <aside aria-label={t('markets.detail.rules')} className="flex flex-col gap-5 max-md:px-4">
        {!mobile && (
          <a href={trade} className={buttonClass('primary', 'l', true)}>
            {t('markets.detail.trade', { code: info.code })}
          </a>
        )}
        <Card>
          <SectionHead title={t('markets.detail.rules')} className="mb-2" />
          <MarketRules info={info} />
        </Card>
      </aside>
      {mobile && (
        <div className="fixed inset-x-0 bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-20 border-hairline border-t bg-surface px-4 py-2.5">
          <a href={trade} className={buttonClass('primary', 'l', true)}>
            {t('markets.detail.trade', { code: info.code })}
          </a>
        </div>
      )}
    </div>
  )
}
