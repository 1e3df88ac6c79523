import { classNames } from '@candor/ui/class-names.ts'
import { Skeleton } from '@candor/ui/feedback.tsx'
import { lazy, Suspense } from 'react'
import { MoneyActions, WorthHead } from '../../accounts/profile/profile-parts.tsx'
import { useApiQuery } from '../../session/calls/use-call.ts'
import { useBoardLeft } from '../../session/first-board.ts'
import { useT } from '../../session/language/language.ts'
import { useLayout } from '../../shell/use-layout.ts'
import { AlertsCard } from './alerts-card.tsx'
import { AttentionCard } from './attention-card.tsx'
import { CalendarCard, NewsCard } from './feed-cards.tsx'
import { PositionsCard } from './positions-card.tsx'
import { WatchlistCard } from './watchlist-card.tsx'

const PromotionPopup = lazy(() => import('../../content/promotion-popup.tsx'))
const Promotions = lazy(() => import('../../content/promotions.tsx'))

const nothing = { points: [], flows: [] }
const feedsMs = 5 * 60_000

/** The home page of a signed-in customer: what needs attention, their positions, watchlist and alerts, then news and events. */
export default function OwnHome() {
  const t = useT()
  const isPhone = useLayout() === 'mobile'
  const boardLeft = useBoardLeft()
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-6 pb-4 md:px-6 md:pt-8">
      <h1 className="sr-only">{t('shell.nav.home')}</h1>
      <OwnWorth />
      <Parts />
      {isPhone && (
        <>
          <Suspense>
            <div className="mt-4">
              <Promotions />
            </div>
          </Suspense>
          <Suspense>{boardLeft && <PromotionPopup />}</Suspense>
        </>
      )}
    </div>
  )
}

/** One number first; while it cannot be loaded the parts below say so for themselves. */
function OwnWorth() {
  const account = useApiQuery('getUserInfo', {})
  const worth = useApiQuery('accountWorth', {}, { refetchIntervalMs: 10_000 })
  const history = useApiQuery('worthHistory', { range: 'month' }, { refetchIntervalMs: 60_000 })
  const isShown = account.data !== undefined && worth.data !== undefined && !history.isPending
  return (
    <div className="mb-6 flex min-h-24 flex-wrap items-end justify-between gap-x-6 gap-y-4">
      {isShown ? (
        <WorthHead summary={account.data} worth={worth.data} history={history.data ?? nothing} />
      ) : (
        <div className={classNames(worth.isError && 'invisible')}>
          <Skeleton className="h-5 w-24" />
          <Skeleton className="mt-2 h-11 w-56" />
        </div>
      )}
      <MoneyActions />
    </div>
  )
}

/** Three columns where there is room and news to show, two without news, one on a phone. */
function Parts() {
  const { data } = useApiQuery('newsAndCalendar', {}, { staleMs: 60_000, refetchIntervalMs: feedsMs })
  const { news, events } = data ?? { news: [], events: [] }
  const hasFeeds = news.length > 0 || events.length > 0
  return (
    <div
      className={classNames(
        'grid items-start gap-4 lg:grid-cols-2',
        hasFeeds && 'xl:grid-cols-[1.15fr_1fr_1fr]',
      )}
    >
      <div className="grid min-w-0 gap-4">
        <AttentionCard />
        <PositionsCard />
      </div>
      <div className="grid min-w-0 gap-4">
        <WatchlistCard />
        <AlertsCard />
      </div>
      {hasFeeds && (
        <div className="grid min-w-0 items-start gap-4 lg:max-xl:col-span-2 lg:max-xl:grid-cols-2">
          {news.length > 0 && <NewsCard news={news} />}
          {events.length > 0 && <CalendarCard events={events} />}
        </div>
      )}
    </div>
  )
}
