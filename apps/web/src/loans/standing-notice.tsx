import { buttonClass } from '@candor/ui/controls/button.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { useWords } from '../session/language/language.ts'
import { useSession } from '../session/session-store.ts'
import { useOffered } from '../session/use-offered.ts'
import { DemoNotice } from '../shell/notices/demo-notice.tsx'
import { VisitorNotice } from '../shell/notices/visitor-notice.tsx'
import { boundText } from './loan-cells.tsx'
import { useLoanLimit } from './use-loans.ts'

/** Reports whether an application can be sent from here now. */
export function useMayApply(): boolean {
  const { isLogin, mode } = useSession()
  const { data } = useLoanLimit()
  const unfunded = useOffered()?.loans === false
  return isLogin && mode === 'real' && !unfunded && data?.verified === true && !data.overdue
}

/** The obstacle between the reader and a loan, with a way past it; else the amount they may still borrow. */
export function StandingNotice({ most }: { readonly most: string | null }) {
  const { t, tag } = useWords()
  const { isLogin, mode } = useSession()
  const { data } = useLoanLimit()
  const offered = useOffered()
  if (offered?.loans === false)
    return (
      <Banner tone="warn" title={t('loans.unfunded.title')}>
        {t('loans.unfunded.text')}
      </Banner>
    )
  if (!isLogin) return <VisitorNotice text={t('loans.signIn')} path="/loan" />
  if (mode === 'demo') return <DemoNotice text={t('loans.demo.text')} />
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
