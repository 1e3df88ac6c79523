import { useLocation } from 'wouter'
import { callServer } from '../session/calls/call-server.ts'
import { useT } from '../session/language/language.ts'
import { MailedCodePage } from './mailed-code-page.tsx'
import { keepResetToken } from './sign-in/reset-ticket.ts'

/** Recovery by e-mail and code (specification §2); the new password is set on the next page. */
export default function FindPage() {
  const t = useT()
  const [, goTo] = useLocation()
  return (
    <MailedCodePage
      title={t('accounts.find.title')}
      lead={t('accounts.find.lead')}
      act={t('accounts.find.act')}
      purpose="forget"
      send={async (typed) => {
        const { resetToken } = await callServer('forget', typed)
        keepResetToken(resetToken)
        goTo('/pass/reset')
      }}
    />
  )
}
