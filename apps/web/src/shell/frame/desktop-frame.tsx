import { classNames } from '@candor/ui/class-names.ts'
import { buttonClass } from '@candor/ui/controls/button.tsx'
import { lazy, useEffect, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'wouter'
import { useT } from '../../session/language/language.ts'
import { useSession } from '../../session/session-store.ts'
import { narrowWindow, windowState } from '../layout.ts'
import { Later } from '../page-guard.tsx'
import {
  BarAndPage,
  BrandLink,
  Foot,
  type FrameProps,
  NoticeBell,
  SupportLink,
  TabLink,
  tabs,
} from './frame-parts.tsx'
import { LanguageMenu } from './language-menu.tsx'
import { MarketSearch } from './market-search.tsx'
import { ModeSwitch, useBarTint } from './mode-switch.tsx'
import { ThemeMenu } from './theme-menu.tsx'

const FittingTabs = lazy(() => import('./fitting-tabs.tsx'))
const AccountMenu = lazy(() => import('./account-menu.tsx').then((file) => ({ default: file.AccountMenu })))

/** The desktop layout: bar, page, footer. Sign-up, login and reset show neither tabs nor footer (specification §2). */
export function DesktopFrame({ bare, children }: FrameProps) {
  const t = useT()
  const [path] = useLocation()
  useEffect(layOutAsWideAsADesk, [])
  const withFooter = !bare && path !== '/market' && path !== '/cruuency'
  return (
    <div className="flex min-h-dvh flex-col">
      <button
        type="button"
        onClick={() => document.getElementById('content')?.focus()}
        className={buttonClass(
          'primary',
          'm',
          false,
          'fixed start-3 top-2 z-50 -translate-y-20 focus:translate-y-0',
        )}
      >
        {t('shell.skip')}
      </button>
      <BarAndPage bar={<TopBar bare={bare} />}>{children}</BarAndPage>
      {withFooter && <Foot />}
    </div>
  )
}

/** On a phone whose reader wants this layout the page is as wide as a desk and drawn smaller, as a browser's own “desktop site” is. */
function layOutAsWideAsADesk(): (() => void) | undefined {
  const viewport = document.querySelector<HTMLMetaElement>('meta[name=viewport]')
  if (viewport === null || !narrowWindow.matches()) return
  const { content } = viewport
  viewport.content = 'width=1100'
  return () => {
    viewport.content = content
  }
}

/** A window in which not every tab may fit. */
const shortBar = windowState('(max-width: 1099px)')

function TopBar({ bare }: { readonly bare: boolean }) {
  const { isLogin } = useSession()
  const tint = useBarTint()
  const isShort = useSyncExternalStore(shortBar.follow, shortBar.matches)
  return (
    <header
      className={classNames('flex h-14 items-center gap-1 border-hairline border-b px-4 xl:px-6', tint)}
    >
      <BrandLink className="me-3 xl:me-5" markClass="size-7" nameClass="text-[1.0625rem] max-xl:hidden" />
      {bare ? (
        <span className="flex-1" />
      ) : isShort ? (
        <Later meanwhile={<span className="flex-1" />}>
          <FittingTabs />
        </Later>
      ) : (
        <Tabs />
      )}
      {!bare && <MarketSearch className="me-1 w-36 min-w-0 shrink xl:w-56" />}
      <ModeSwitch className="mx-1" />
      <LanguageMenu />
      <ThemeMenu />
      {isLogin && <NoticeBell />}
      <SupportLink />
      {isLogin ? (
        <Later meanwhile={<span className="ms-1 size-9" />}>
          <AccountMenu />
        </Later>
      ) : (
        <SignInLinks />
      )}
    </header>
  )
}

function Tabs() {
  const t = useT()
  return (
    <nav
      aria-label={t('shell.nav.label')}
      className="flex h-full min-w-0 flex-1 items-stretch overflow-hidden"
    >
      {tabs.map((tab) => (
        <TabLink key={tab[0]} tab={tab} />
      ))}
    </nav>
  )
}

function SignInLinks() {
  const t = useT()
  return (
    <div className="ms-2 flex items-center gap-2">
      <Link href="/pass/login" className={buttonClass('quiet', 's')}>
        {t('shell.signIn')}
      </Link>
      <Link href="/pass/register" className={buttonClass('primary', 's')}>
        {t('shell.signUp')}
      </Link>
    </div>
  )
}
