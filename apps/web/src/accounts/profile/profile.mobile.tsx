import { SkeletonLines } from '@candor/ui/feedback.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { ChevronRight, CircleHelp, ReceiptText, Settings, Users } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'wouter'
import { IdentityCard } from '../../kyc/identity-card.tsx'
import { useT } from '../../session/language/language.ts'
import { LayoutSwitch } from '../../shell/frame/footer.tsx'
import { WorthChart } from '../worth/worth-chart.tsx'
import { WorthParts } from '../worth/worth-parts.tsx'
import { LastMovements } from './last-movements.tsx'
import { AccountOrders, AccountStatistics } from './profile.desktop.tsx'
import {
  AccountFigures,
  AccountParts,
  type AccountShown,
  AttentionList,
  MoneyActions,
  WorthHead,
} from './profile-parts.tsx'

/** The same account on a phone: one column. */
export function ProfileMobile(shown: AccountShown) {
  const t = useT()
  const { summary, worth } = shown
  const links = [
    ['/profile/balance', ReceiptText, t('shell.menu.statement')],
    ['/profile/settings', Settings, t('shell.menu.settings')],
    ['/profile/invite', Users, t('shell.page.invite')],
    ['/help', CircleHelp, t('shell.menu.help')],
  ] as const
  return (
    <div className="flex flex-col gap-4 px-4 py-6">
      <h1 className="sr-only">{t('accounts.profile.title')}</h1>
      <WorthHead {...shown} />
      <MoneyActions />
      <WorthChart />
      <Card>
        <SectionHead title={t('accounts.worth.parts')} className="mb-1" />
        <WorthParts worth={worth} />
      </Card>
      <Card>
        <AccountParts summary={summary} />
      </Card>
      <section>
        <SectionHead title={t('accounts.profile.attention')} className="mb-2" />
        <AttentionList summary={summary} />
      </section>
      <Card className="py-2">
        <AccountFigures summary={summary} />
      </Card>
      <IdentityCard status={summary.user.kyc} />
      <Card flush className="overflow-hidden">
        <Suspense fallback={<SkeletonLines className="p-4" />}>
          <AccountOrders />
        </Suspense>
      </Card>
      <Suspense fallback={<SkeletonLines className="p-4" />}>
        <AccountStatistics />
      </Suspense>
      <LastMovements />
      <Card flush className="divide-y divide-hairline overflow-hidden">
        {links.map(([href, Icon, label]) => (
          <Link
            key={href}
            href={href}
            className="flex min-h-12 items-center gap-3 px-4 text-16 text-ink no-underline"
          >
            <Icon aria-hidden className="size-5 text-ink-2" />
            <span className="flex-1">{label}</span>
            <ChevronRight aria-hidden className="mirrored size-4.5 text-ink-3" />
          </Link>
        ))}
      </Card>
      <p className="py-2 text-center text-12 text-ink-3">
        <LayoutSwitch />
      </p>
    </div>
  )
}
