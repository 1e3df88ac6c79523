import { buttonClass } from '@candor/ui/controls/button.tsx'
import { Tabs } from '@candor/ui/controls/choices.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { useId, useState } from 'react'
import { useT } from '../../session/language/language.ts'
import { useSession } from '../../session/session-store.ts'
import { PlansList } from './plans-list.tsx'
import { type PlanTab, planTabs, usePlans } from './use-plans.ts'

/** The customer's plans by state, and the loaded ones as a file. */
export function PlansPanel({ className }: { readonly className?: string }) {
  const t = useT()
  const panelId = useId()
  const { isLogin, mode } = useSession()
  const [status, setStatus] = useState<PlanTab>('earning')
  const list = usePlans(status)
  return (
    <section aria-labelledby={`${panelId}-title`} className={className}>
      <div className="mb-3 flex items-end justify-between gap-4">
        <h2 id={`${panelId}-title`} className="font-semibold text-20 text-ink">
          {t('smart.plans.title')}
        </h2>
        <a href="#/profile/orders?type=smart" className="text-12 text-accent no-underline hover:underline">
          {t('orders.list.all')}
        </a>
      </div>
      <Card flush className="overflow-hidden">
        {!isLogin && (
          <p className="flex flex-wrap items-center gap-3 px-5 py-6 text-14 text-ink-2">
            {t('smart.plans.signedOut')}
            <a href="#/pass/login?next=%2Ftrading" className={buttonClass('secondary', 's')}>
              {t('shell.signIn')}
            </a>
          </p>
        )}
        {isLogin && mode === 'demo' && (
          <p className="px-5 py-6 text-14 text-ink-2">{t('smart.plans.demo')}</p>
        )}
        {isLogin && mode === 'real' && (
          <>
            <Tabs
              label={t('smart.plans.title')}
              choices={planTabs.map((value) => ({ value, label: t(`smart.plans.${value}`) }))}
              value={status}
              onChange={setStatus}
              panelId={panelId}
              className="px-5 pt-1"
            />
            <div id={panelId} role="tabpanel">
              <PlansList status={status} list={list} />
            </div>
          </>
        )}
      </Card>
    </section>
  )
}
