import { toast } from '@candor/ui/overlays/toast.tsx'
import { useLocation } from 'wouter'
import { callServer } from '../session/calls/call-server.ts'
import { useT } from '../session/language/language.ts'
import { MailedCodePage } from './mailed-code-page.tsx'

/** Ends a freeze of one's own with a code by e-mail. */
export default function UnfreezePage() {
  const t = useT()
  const [, goTo] = useLocation()
  return (
    <MailedCodePage
      title={t('signin.unfreeze.title')}
      lead={t('signin.unfreeze.lead')}
      act={t('signin.unfreeze.act')}
      purpose="security"
      send={async (typed) => {
        await callServer('unfreeze', typed)
        toast(t('signin.unfreeze.done'), 'good')
        goTo('/pass/login')
      }}
    />
  )
}
