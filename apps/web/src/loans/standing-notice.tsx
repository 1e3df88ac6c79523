import { Button, buttonClass } from '@candor/ui/button.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { ArrowLeftRight } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../session/language.ts'
import { useSession } from '../session/session-store.ts'
import { ModeDialog } from '../shell/mode-switch.tsx'
import { boundText } from './loan-cells.tsx'
import { useLoanLimit } from './use-loans.ts'

/** Whether an application can be sent from here now. */
export function useMayApply(): boolean {
  const { isLogin, mode } = useSession()
  const { data } = useLoanLimit()
  return isLogin && mode === 'real' && data?.verified === true && !data.overdue
}

/** What stands between the reader and a loan, with the way past it; else what they may still borrow. */
export function StandingNotice({ most }: { readonly most: string | null }) {
  const { t, tag } = useWords()
  const { isLogin, mode } = useSession()
  const { data } = useLoanLimit()
  if (!isLogin) return <VisitorNotice />
  if (mode === 'demo') return <DemoNotice />
  if (data === undefined) return null
  if (!data.verified)
    return (
      <Banner
        tone="accent"
        title={t('loans.identity.title')}
        action={
          <a href="#/profile/identity" className={buttonClass('primary', 's')}>
            {t('loans.identity.act')}
          </a>
        }
      >
        {t('loans.identity.text')}
      </Banner>
    )
  if (data.overdue)
    return (
      <Banner tone="bad" title={t('loans.overdue.title')}>
        {t('loans.overdue.text')}
      </Banner>
    )
  return (
    <p className="text-12 text-ink-2">
      {t('loans.limit.left', { amount: boundText(data.left, tag) })}
      {data.tier === 1 && most !== null && (
        <span className="block text-ink-3">{t('loans.limit.more', { amount: boundText(most, tag) })}</span>
      )}
    </p>
  )
}

/** The specification's message for demo accounts (§5, 11030), with the switch it asks for. */
export function DemoNotice() {
  const { t } = useWords()
  const [asking, setAsking] = useState(false)
  return (
    <div className="flex flex-col gap-3 rounded-m bg-warn-wash p-4">
      <div>
        <p className="font-semibold text-14 text-ink">{t('loans.demo.title')}</p>
        <p className="mt-1 text-14 text-ink-2">{t('loans.demo.text')}</p>
      </div>
      <Button
        full
        variant="secondary"
        icon={<ArrowLeftRight aria-hidden className="size-4" />}
        onClick={() => setAsking(true)}
      >
        {t('loans.demo.act')}
      </Button>
      <ModeDialog open={asking} onClose={() => setAsking(false)} />
    </div>
  )
}

function VisitorNotice() {
  const { t } = useWords()
  return (
    <div className="flex flex-col gap-3">
      <p className="text-14 text-ink-2">{t('loans.signIn')}</p>
      <div className="grid grid-cols-2 gap-2">
        <a href="#/pass/login?next=%2Floan" className={buttonClass('secondary', 'm', true)}>
          {t('shell.signIn')}
        </a>
        <a href="#/pass/register" className={buttonClass('primary', 'm', true)}>
          {t('shell.signUp')}
        </a>
      </div>
    </div>
  )
}
