import { AlertList } from '../../notifications/alert-list.tsx'
import { useApiQuery } from '../../session/calls/use-call.ts'
import { useWords } from '../../session/language/language.ts'
import { CardEmpty, CardFailed, CardLinesWaiting, HomeCard } from './home-card.tsx'

const shownAtOnce = 6

/** Price alerts that wait for their price. */
export function AlertsCard() {
  const { t } = useWords()
  const { data, isError, refetch } = useApiQuery('listAlert', {}, { staleMs: 60_000 })
  const waiting = data?.filter(({ firedAt }) => firedAt === null)
  return (
    <HomeCard
      title={t('notifications.waiting')}
      more={{ text: t('home.own.alerts.all'), href: '#/profile/notification' }}
    >
      {waiting === undefined ? (
        isError ? (
          <CardFailed text={t('home.own.failed')} onRetry={() => void refetch()} />
        ) : (
          <CardLinesWaiting />
        )
      ) : waiting.length === 0 ? (
        <CardEmpty
          text={t('notifications.empty.text')}
          action={{ text: t('notifications.empty.act'), href: '#/market' }}
        />
      ) : (
        <AlertList alerts={waiting.slice(0, shownAtOnce)} className="px-5 max-md:px-4" />
      )}
    </HomeCard>
  )
}
