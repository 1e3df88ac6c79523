import type { Savings } from '@candor/contract'
import { EmptyState, ErrorState, Skeleton } from '@candor/ui/feedback.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { PiggyBank } from 'lucide-react'
import { useId, useState } from 'react'
import { useApiQuery } from '../session/calls/use-call.ts'
import { useT } from '../session/language/language.ts'
import { useSession } from '../session/session-store.ts'
import { DemoNotice } from '../shell/notices/demo-notice.tsx'
import { VisitorNotice } from '../shell/notices/visitor-notice.tsx'
import { SavingsCoin } from './savings-coin.tsx'
import { SavingsDialog } from './savings-dialog.tsx'
import type { SavingsAct } from './savings-form.ts'
import { SavingsRules } from './savings-rules.tsx'

/** The amount covered by the reserve changes with every customer's holdings. */
const freshMs = 30_000

/** Savings: the rule first, then each coin on offer with the customer's holding. */
export function SavingsSection() {
  const t = useT()
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-4">
      <header>
        <h2 id={titleId} className="font-semibold text-20 text-ink">
          {t('savings.title')}
        </h2>
        <p className="mt-1 max-w-line text-14 text-ink-2">{t('savings.lead')}</p>
      </header>
      <SavingsRules />
      <SavingsOffers />
    </section>
  )
}

function SavingsOffers() {
  const t = useT()
  const { isLogin, mode } = useSession()
  const { data, isError, refetch } = useApiQuery(
    'listSavings',
    {},
    { enabled: isLogin, refetchIntervalMs: freshMs },
  )
  const [dialog, setDialog] = useState<{ coin: Savings['coin']; act: SavingsAct } | null>(null)
  if (!isLogin)
    return (
      <Card>
        <VisitorNotice text={t('savings.signedOut')} path="/trading" />
      </Card>
    )
  if (isError && data === undefined)
    return <ErrorState title={t('savings.error')} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton className="h-48 w-full" />
  if (data.length === 0)
    return (
      <Card>
        <EmptyState
          icon={<PiggyBank aria-hidden />}
          title={t('savings.empty.title')}
          text={t('savings.empty.text')}
        />
      </Card>
    )
  const chosen = data.find(({ coin }) => coin === dialog?.coin)
  return (
    <>
      {mode === 'demo' && <DemoNotice text={t('savings.demo')} />}
      <ul className="grid items-start gap-4 lg:grid-cols-2">
        {data.map((savings) => (
          <li key={savings.coin}>
            <SavingsCoin
              savings={savings}
              mayAct={mode === 'real'}
              onAct={(act) => setDialog({ coin: savings.coin, act })}
            />
          </li>
        ))}
      </ul>
      {dialog !== null && chosen !== undefined && (
        <SavingsDialog savings={chosen} act={dialog.act} onClose={() => setDialog(null)} />
      )}
    </>
  )
}
