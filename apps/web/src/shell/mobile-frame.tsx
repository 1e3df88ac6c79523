import { buttonClass } from '@candor/ui/button.tsx'
import { classNames } from '@candor/ui/class-names.ts'
import { Mark } from '@candor/ui/mark.tsx'
import { Bell, ChartCandlestick, Gem, House, Leaf, UserRound } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { useT } from '../session/language.ts'
import { useSession } from '../session/session-store.ts'
import { Footer } from './footer.tsx'
import { type FrameProps, isTabOf, SupportLink } from './frame-parts.tsx'
import { barButtonClass, LanguageMenu } from './language-menu.tsx'
import { ModeSwitch, useBarTint } from './mode-switch.tsx'
import { ConnectionBar, SandboxLine } from './notices.tsx'

/** The mobile layout: a slim bar, the page, five tabs under the thumb. */
export function MobileFrame({ bare, children }: FrameProps) {
  const [path] = useLocation()
  return (
    <div
      className={classNames(
        'flex min-h-dvh flex-col',
        !bare && 'pb-[calc(3.5rem+env(safe-area-inset-bottom))]',
      )}
    >
      <div className="sticky top-0 z-30">
        <SandboxLine />
        <TopBar />
        <ConnectionBar />
      </div>
      <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
        {children}
      </main>
      {path === '/' && <Footer />}
      {!bare && <BottomTabs />}
    </div>
  )
}

function TopBar() {
  const t = useT()
  const { isLogin } = useSession()
  const tint = useBarTint()
  return (
    <header className={classNames('flex h-12 items-center border-hairline border-b ps-4 pe-1.5', tint)}>
      <Link
        href="/"
        aria-label={t('shell.brand')}
        className="me-auto flex items-center gap-2 text-ink no-underline"
      >
        <Mark className="size-6.5" />
        <span className="font-semibold text-16 tracking-[-0.02em]">{t('shell.brand')}</span>
      </Link>
      <ModeSwitch />
      <LanguageMenu />
      {isLogin && (
        <Link href="/profile/notification" aria-label={t('shell.notifications')} className={barButtonClass}>
          <Bell aria-hidden className="size-4.5" />
        </Link>
      )}
      <SupportLink />
      {!isLogin && (
        <Link href="/pass/login" className={buttonClass('quiet', 's', false, 'text-accent')}>
          {t('shell.signIn')}
        </Link>
      )}
    </header>
  )
}

const tabs = [
  ['/', House, 'shell.tabs.home'],
  ['/market', ChartCandlestick, 'shell.tabs.market'],
  ['/trading', Leaf, 'shell.tabs.trading'],
  ['/nfts', Gem, 'shell.tabs.nfts'],
  ['/profile', UserRound, 'shell.tabs.account'],
] as const

function BottomTabs() {
  const t = useT()
  const [path] = useLocation()
  return (
    <nav
      aria-label={t('shell.nav.label')}
      className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-5 border-hairline border-t bg-surface pb-[env(safe-area-inset-bottom)]"
    >
      {tabs.map(([href, Icon, label]) => {
        const here = isTabOf(href, path)
        return (
          <Link
            key={href}
            href={href}
            aria-current={here ? 'page' : undefined}
            className={classNames(
              'flex h-14 flex-col items-center justify-center gap-1 text-12 no-underline focus-visible:outline-offset-[-2px]',
              here ? 'font-semibold text-ink' : 'text-ink-3',
            )}
          >
            <Icon aria-hidden className="size-5" strokeWidth={here ? 2.25 : 1.75} />
            <span className="max-w-full truncate px-1">{t(label)}</span>
          </Link>
        )
      })}
    </nav>
  )
}
