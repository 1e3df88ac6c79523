import { buttonClass } from '@candor/ui/controls/button.tsx'
import { SkeletonLines } from '@candor/ui/feedback.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { Settings } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import { IdentityCard } from '../../kyc/identity-card.tsx'
import { useT } from '../../session/language/language.ts'
import { WorthChart } from '../worth/worth-chart.tsx'
import { WorthParts } from '../worth/worth-parts.tsx'
import { LastMovements } from './last-movements.tsx'
import {
  AccountFigures,
  AccountParts,
  type AccountShown,
  AttentionList,
  MoneyActions,
  WorthHead,
} from './profile-parts.tsx'

export const AccountOrders = lazy(() =>
  import('../../trading/orders-panel.tsx').then(({ OrdersPanel }) => ({ default: OrdersPanel })),
)

export const AccountStatistics = lazy(() => import('../../orders/trade-statistics.tsx'))

/** Equity, its parts, warnings, then history. */
export function ProfileDesktop(shown: AccountShown) {
  const t = useT()
  const { summary, worth } = shown
  return (
    <div className="mx-auto w-full max-w-page px-6 py-10">
      <h1 className="sr-only">{t('accounts.profile.title')}</h1>
      <div className="flex items-start justify-between gap-6">
        <WorthHead {...shown} />
        <Link href="/profile/settings" className={buttonClass('secondary')}>
          <Settings aria-hidden className="size-4" />
          {t('shell.menu.settings')}
        </Link>
      </div>
      <MoneyActions className="mt-4" />
      <WorthChart className="mt-6" />
      <div className="mt-8 grid gap-4 lg:grid-cols-[1.5fr_1fr]">
        <Card>
          <SectionHead title={t('accounts.worth.parts')} className="mb-1" />
          <WorthParts worth={worth} />
          <SectionHead title={t('accounts.profile.attention')} className="mt-8 mb-3" />
          <AttentionList summary={summary} />
        </Card>
        <Card>
          <SectionHead title={t('accounts.profile.parts')} className="mb-4" />
          <AccountParts summary={summary} />
          <SectionHead title={t('accounts.profile.figures')} className="mt-8 mb-1" />
          <AccountFigures summary={summary} />
        </Card>
      </div>
      <IdentityCard status={summary.user.kyc} className="mt-4" />
      <Card flush className="mt-4 overflow-hidden">
        <Suspense fallback={<SkeletonLines className="p-5" />}>
          <AccountOrders />
        </Suspense>
      </Card>
      <Suspense fallback={<SkeletonLines className="mt-4 p-5" />}>
        <AccountStatistics className="mt-4" />
      </Suspense>
      <LastMovements className="mt-4" />
    </div>
  )
}
