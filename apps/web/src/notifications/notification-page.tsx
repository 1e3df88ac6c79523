import type { PriceAlert } from '@candor/contract'
import { buttonClass } from '@candor/ui/controls/button.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { Bell } from 'lucide-react'
import { Link } from 'wouter'
import { failureText } from '../session/calls/failure.ts'
import { useApiQuery } from '../session/calls/use-call.ts'
import { useT } from '../session/language/language.ts'
import { AlertList } from './alert-list.tsx'
import { NoticeList } from './notice-list.tsx'

/** The customer's notices, and below them their price alerts: fired and waiting. */
export default function NotificationPage() {
  const t = useT()
  const alerts = useApiQuery('listAlert', {})
  return (
    <div className="mx-auto w-full max-w-[44rem] px-4 py-6 md:px-6 md:py-10">
      <h1 className="mb-6 font-semibold text-28">{t('shell.page.notification')}</h1>
      <NoticeList />
      <h2 className="mt-8 mb-4 font-semibold text-20">{t('notifications.alerts')}</h2>
      {alerts.data !== undefined ? (
        <Alerts alerts={alerts.data} />
      ) : alerts.isError ? (
        <ErrorState
          title={t('notifications.failed')}
          text={failureText(t, alerts.error)}
          onRetry={() => void alerts.refetch()}
        />
      ) : (
        <SkeletonLines count={6} />
      )}
    </div>
  )
}

function Alerts({ alerts }: { readonly alerts: readonly PriceAlert[] }) {
  const t = useT()
  const fired = alerts.filter(({ firedAt }) => firedAt !== null)
  const waiting = alerts.filter(({ firedAt }) => firedAt === null)
  if (alerts.length === 0)
    return (
      <EmptyState
        icon={<Bell aria-hidden />}
        title={t('notifications.empty.title')}
        text={t('notifications.empty.text')}
        action={
          <Link href="/market" className={buttonClass('primary')}>
            {t('notifications.empty.act')}
          </Link>
        }
      />
    )
  return (
    <div className="flex flex-col gap-4">
      {fired.length > 0 && (
        <Card>
          <SectionHead title={t('notifications.fired')} className="mb-2" />
          <AlertList alerts={fired} />
        </Card>
      )}
      {waiting.length > 0 && (
        <Card>
          <SectionHead title={t('notifications.waiting')} className="mb-2" />
          <AlertList alerts={waiting} />
        </Card>
      )}
    </div>
  )
}
