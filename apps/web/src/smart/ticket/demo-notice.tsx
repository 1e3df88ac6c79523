import { useT } from '../../session/language/language.ts'
import { useSession } from '../../session/session-store.ts'
import { DemoNotice } from '../../shell/notices/demo-notice.tsx'
import { VisitorNotice } from '../../shell/notices/visitor-notice.tsx'

/** Says why nothing can be bought from here now, and the way to change it: signed out, or the demo account in use. */
export function BuyerNotice() {
  const { isLogin } = useSession()
  const t = useT()
  return isLogin ? (
    <DemoNotice text={t('smart.demo.text')} />
  ) : (
    <VisitorNotice text={t('smart.form.signIn')} path="/trading" />
  )
}
