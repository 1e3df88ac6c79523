import { buttonClass } from '@candor/ui/button.tsx'
import { useT } from '../session/language.ts'
import { useSession } from '../session/session-store.ts'
import { DemoNotice } from '../shell/demo-notice.tsx'

/** Why nothing can be bought from here now, and the way to change it: signed out, or the demo account in use. */
export function BuyerNotice() {
  const { isLogin } = useSession()
  const t = useT()
  return isLogin ? <DemoNotice text={t('smart.demo.text')} /> : <VisitorNotice />
}

function VisitorNotice() {
  const t = useT()
  return (
    <div className="flex flex-col gap-3">
      <p className="text-14 text-ink-2">{t('smart.form.signIn')}</p>
      <div className="grid grid-cols-2 gap-2">
        <a href="#/pass/login?next=%2Ftrading" className={buttonClass('secondary', 'm', true)}>
          {t('shell.signIn')}
        </a>
        <a href="#/pass/register" className={buttonClass('primary', 'm', true)}>
          {t('shell.signUp')}
        </a>
      </div>
    </div>
  )
}
