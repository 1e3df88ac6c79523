import { buttonClass } from '@candor/ui/controls/button.tsx'
import { EmptyState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { ExternalLink, LifeBuoy } from 'lucide-react'
import { Link } from 'wouter'
import { useT } from '../session/language/language.ts'
import { useSession } from '../session/session-store.ts'
import { useLayout } from '../shell/use-layout.ts'
import { useSupportEmail, useSupportUrl } from '../shell/use-params.ts'
import { SupportDesktop } from './support.desktop.tsx'
import { SupportMobile } from './support.mobile.tsx'

/** Support: the operator's own page where they set one, else the conversation; readers who are not signed in see how to write. */
export default function SupportPage() {
  const t = useT()
  const { isLogin } = useSession()
  const layout = useLayout()
  const url = useSupportUrl()
  if (url === undefined) return <SkeletonLines count={6} className="p-6" />
  if (url !== null)
    return (
      <EmptyState
        wholePage
        icon={<LifeBuoy aria-hidden />}
        title={t('support.external.title')}
        text={t('help.support.text')}
        action={
          <a href={url} target="_blank" rel="noopener noreferrer" className={buttonClass('primary')}>
            <ExternalLink aria-hidden className="size-4" />
            {t('support.external.act')}
          </a>
        }
      />
    )
  if (!isLogin) return <Visitor />
  return layout === 'desktop' ? <SupportDesktop /> : <SupportMobile />
}

function Visitor() {
  const t = useT()
  const address = useSupportEmail()
  return (
    <EmptyState
      wholePage
      icon={<LifeBuoy aria-hidden />}
      title={t('support.signIn.title')}
      text={
        <>
          {t('support.signIn.text')}
          {address !== null && (
            <a
              href={`mailto:${address}`}
              className="mt-2 block text-accent underline-offset-4 hover:underline"
            >
              {t('support.mail', { address: `\u2066${address}\u2069` })}
            </a>
          )}
        </>
      }
      action={
        <>
          <Link href="/pass/login?next=/help/support" className={buttonClass('primary')}>
            {t('shell.signIn')}
          </Link>
          <Link href="/help/faq" className={buttonClass('secondary')}>
            {t('shell.page.faq')}
          </Link>
        </>
      }
    />
  )
}
