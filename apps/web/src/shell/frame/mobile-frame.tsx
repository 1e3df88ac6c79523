import { classNames } from '@candor/ui/class-names.ts'
import { buttonClass } from '@candor/ui/controls/button.tsx'
import { ChartCandlestick, Gem, House, Leaf, UserRound } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { useT } from '../../session/language/language.ts'
import { useSession } from '../../session/session-store.ts'
import {
  BarAndPage,
  BrandLink,
  Foot,
  type FrameProps,
  isTabOf,
  NoticeBell,
  SupportLink,
} from './frame-parts.tsx'
import { LanguageMenu } from './language-menu.tsx'
import { ModeSwitch, useBarTint } from './mode-switch.tsx'

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
      <BarAndPage bar={<TopBar />}>{children}</BarAndPage>
      {path === '/' && <Foot />}
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
      <BrandLink className="me-auto" markClass="size-6.5" nameClass="text-16 max-[22.4rem]:hidden" />
      <ModeSwitch />
      <LanguageMenu />
      {isLogin && <NoticeBell />}
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
