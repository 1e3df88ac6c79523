import { classNames } from '@candor/ui/class-names.ts'
import { Mark } from '@candor/ui/mark.tsx'
import { LifeBuoy } from 'lucide-react'
import { lazy, type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useT } from '../../session/language/language.ts'
import { useSession } from '../../session/session-store.ts'
import { Later } from '../page-guard.tsx'
import { useOnScreen } from '../use-on-screen.ts'
import { useSupportUrl } from '../use-params.ts'
import { barButtonClass } from './language-menu.tsx'
import { ConnectionBar, SandboxLine } from './notices.tsx'

export interface FrameProps {
  readonly bare: boolean
  readonly children: ReactNode
}

const Footer = lazy(() => import('./footer.tsx'))

/** The page's footer, loaded when it is near the screen or the reader uses the keyboard. */
export function Foot() {
  const [place, inSight] = useOnScreen<HTMLDivElement>()
  const [wanted, setWanted] = useState(false)
  if (inSight && !wanted) setWanted(true)
  useEffect(() => {
    const want = () => setWanted(true)
    addEventListener('keydown', want, { once: true })
    return () => removeEventListener('keydown', want)
  }, [])
  return (
    <div ref={place} className="min-h-96">
      <Later>{wanted && <Footer />}</Later>
    </div>
  )
}

/** The bar that stays visible, with the notices above and below it, and the page. */
export function BarAndPage({ bar, children }: { readonly bar: ReactNode; readonly children: ReactNode }) {
  const { isLogin } = useSession()
  return (
    <>
      <div className="sticky top-0 z-30">
        <SandboxLine />
        {bar}
        <ConnectionBar />
      </div>
      <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
        {isLogin && (
          <Later>
            <StandingPlace />
          </Later>
        )}
        {children}
      </main>
    </>
  )
}

const StandingPlace = lazy(() => import('../../accounts/standing-place.tsx'))

/** Logo and name, linked to the home page. */
export function BrandLink({
  className,
  markClass,
  nameClass,
}: {
  readonly className: string
  readonly markClass: string
  readonly nameClass: string
}) {
  const t = useT()
  return (
    <Link
      href="/"
      aria-label={t('shell.brand')}
      className={classNames('flex items-center gap-2 text-ink no-underline', className)}
    >
      <Mark className={markClass} />
      <span className={classNames('font-semibold tracking-[-0.02em]', nameClass)}>{t('shell.brand')}</span>
    </Link>
  )
}

/** The main pages, as tabs of the bar. In a window where they may not all fit, `FittingTabs` shows them. */
export const tabs = [
  ['/', 'shell.nav.home'],
  ['/market', 'shell.nav.market'],
  ['/trading', 'shell.nav.trading'],
  ['/loan', 'shell.nav.loan'],
  ['/nfts', 'shell.nav.nfts'],
  ['/profile', 'shell.nav.account'],
] as const

export const tabClass = (here: boolean, more?: string | false): string =>
  classNames(
    'flex shrink-0 items-center border-b-2 border-t-2 border-t-transparent px-2.5 font-medium text-14 whitespace-nowrap no-underline xl:px-3',
    'transition-colors duration-150 focus-visible:outline-offset-[-2px]',
    here ? 'border-b-ink text-ink' : 'border-b-transparent text-ink-2 hover:text-ink',
    more,
  )

/** A main page in the bar. */
export function TabLink({
  tab: [href, label],
  className,
}: {
  readonly tab: (typeof tabs)[number]
  readonly className?: string | false
}) {
  const t = useT()
  const [path] = useLocation()
  const here = isTabOf(href, path)
  return (
    <Link href={href} aria-current={here ? 'page' : undefined} className={tabClass(here, className)}>
      {t(label)}
    </Link>
  )
}

/** Reports whether a tab belongs to the current route: the currency page belongs to the market, the statement to the account. */
export const isTabOf = (tab: string, path: string): boolean => {
  if (tab === '/') return path === '/'
  if (tab === '/market' && path === '/cruuency') return true
  return path === tab || path.startsWith(`${tab}/`)
}

const SupportUnread = lazy(() => import('../../support/support-unread.tsx'))

/** Link to the operator's own support page in a new window where they set one (specification §2), else to the conversation here. */
export function SupportLink() {
  const t = useT()
  const { isLogin } = useSession()
  const url = useSupportUrl()
  if (url === undefined) return <span className="size-9" />
  if (url === null) {
    const label = t('shell.supportHere')
    return (
      <Link href="/help/support" title={label} className={`${barButtonClass} relative`}>
        <LifeBuoy aria-hidden className="size-4.5" />
        <span className="sr-only">{label}</span>
        <Later>{isLogin && <SupportUnread />}</Later>
      </Link>
    )
  }
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t('shell.support')}
      title={t('shell.support')}
      className={barButtonClass}
    >
      <LifeBuoy aria-hidden className="size-4.5" />
    </a>
  )
}

const Bell = lazy(() => import('../../notifications/notice-bell.tsx'))

/** Link to the notices, with the number of unread ones. */
export const NoticeBell = () => (
  <Later meanwhile={<span className="size-9" />}>
    <Bell />
  </Later>
)
