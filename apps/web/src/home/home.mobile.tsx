import { lazy, Suspense } from 'react'
import { useBoardLeft } from '../session/first-board.ts'
import { withTexts } from '../session/language/shown-language.ts'
import { useSession } from '../session/session-store.ts'
import { Features } from './features.tsx'
import { Headline } from './headline.tsx'
import { ReceiptNote } from './home.desktop.tsx'
import { HomeMarkets } from './home-markets.tsx'
import { Statistics } from './statistics.tsx'

const PromotionPopup = lazy(withTexts(() => import('../content/promotion-popup.tsx')))
const Promotions = lazy(() => import('../content/promotions.tsx'))

/** Sentence, cards to swipe, the markets, the figures. */
export function HomeMobile() {
  const { isLogin } = useSession()
  const boardLeft = useBoardLeft()
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
      <Suspense>{isLogin && boardLeft && <PromotionPopup />}</Suspense>
    </div>
  )
}
