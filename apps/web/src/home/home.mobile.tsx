import { lazy, Suspense } from 'react'
import { Features } from './features.tsx'
import { Headline } from './headline.tsx'
import { ReceiptNote } from './home.desktop.tsx'
import { HomeMarkets } from './home-markets.tsx'
import { Statistics } from './statistics.tsx'

const Promotions = lazy(() => import('../content/promotions.tsx'))

/** Sentence, cards to swipe, the markets, the figures. */
export function HomeMobile() {
  return (
    <div className="flex flex-col gap-6 px-4 pt-6">
      <Headline narrow />
      <Features sideways />
      <HomeMarkets compact />
      <Suspense>
        <Promotions />
      </Suspense>
      <Statistics />
      <ReceiptNote />
    </div>
  )
}
