import type { CaseKindName } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { IconButton } from '@candor/ui/controls/button.tsx'
import { Mark } from '@candor/ui/mark.tsx'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { LogOut, Menu as MenuIcon, Moon, Sun } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { ReserveWarning } from '../money/reserve-warning.tsx'
import { useMe } from '../session/me.ts'
import { useOps, useOpsMutation } from '../session/use-ops.ts'
import type { ConsolePage } from './pages.tsx'
import { switchTheme, useTheme } from './theme.ts'

/** The list of pages at the side, or behind a button where the screen is narrow, with the page next to it. */
export function Frame({
  pages,
  children,
}: {
  readonly pages: readonly ConsolePage[]
  readonly children: ReactNode
}) {
  return (
    <div className="flex h-dvh max-lg:flex-col">
      <TopBar pages={pages} />
      <nav
        aria-label="Pages"
        className="flex w-48 shrink-0 flex-col border-hairline border-e bg-surface max-lg:hidden xl:w-52"
      >
        <Brand className="px-4 py-4" />
        <SandboxNote className="mx-4 mb-1" />
        <div className="min-h-0 flex-1 overflow-y-auto px-2 py-2">
          <PageLinks pages={pages} />
        </div>
        <Person className="border-hairline border-t px-3 py-3" />
      </nav>
      <main className="min-w-0 flex-1 overflow-y-auto">
        <ReserveWarning />
        {children}
      </main>
    </div>
  )
}

/** On narrow screens: the page that is open, and a button to the others. */
function TopBar({ pages }: { readonly pages: readonly ConsolePage[] }) {
  const [place] = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const here = pages.find((page) => isAt(place, page))
  return (
    <header className="flex items-center gap-3 border-hairline border-b bg-surface px-4 py-2 lg:hidden">
      <Brand />
      <span className="min-w-0 flex-1 truncate text-end text-14 text-ink-2">{here?.title}</span>
      <IconButton label="Pages" onClick={() => setOpenAt(place)}>
        <MenuIcon aria-hidden className="size-5" />
      </IconButton>
      {/* Going to another page closes it. */}
      <Dialog open={openAt === place} onClose={() => setOpenAt(null)} title="Pages">
        <SandboxNote className="mb-3" />
        <nav aria-label="Pages">
          <PageLinks pages={pages} onChosen={() => setOpenAt(null)} />
        </nav>
        <Person className="mt-4 border-hairline border-t pt-3" />
      </Dialog>
    </header>
  )
}

const Brand = ({ className }: { readonly className?: string }) => (
  <div className={classNames('flex items-center gap-2.5', className)}>
    <Mark className="size-7" />
    <span className="font-semibold text-16 text-ink">Console</span>
  </div>
)

function PageLinks({
  pages,
  onChosen,
}: {
  readonly pages: readonly ConsolePage[]
  readonly onChosen?: (() => void) | undefined
}) {
  const groups = [...new Set(pages.map(({ group }) => group))]
  return (
    <div className="flex flex-col gap-4">
      {groups.map((group) => (
        <div key={group}>
          <p className="px-2 pb-1 font-medium text-12 text-ink-3">{group}</p>
          {pages
            .filter((page) => page.group === group)
            .map((page) => (
              <PageLink key={page.path} page={page} onChosen={onChosen} />
            ))}
        </div>
      ))}
    </div>
  )
}

const isAt = (place: string, { path }: ConsolePage): boolean => place === path || place.startsWith(`${path}/`)

function SandboxNote({ className }: { readonly className: string }) {
  const { sandbox } = useMe()
  if (!sandbox) return null
  return (
    <p className={classNames('rounded-s bg-warn-wash px-2 py-1 text-12 text-warn', className)}>
      Sandbox: simulated prices and sample money.
    </p>
  )
}

function PageLink({
  page,
  onChosen,
}: {
  readonly page: ConsolePage
  readonly onChosen: (() => void) | undefined
}) {
  const [place] = useLocation()
  const here = isAt(place, page)
  const Icon = page.icon
  return (
    <Link
      href={page.path}
      onClick={onChosen}
      aria-current={here ? 'page' : undefined}
      className={classNames(
        'flex h-9 items-center gap-2.5 rounded-s px-2 text-14 no-underline',
        here ? 'bg-accent-wash font-medium text-accent' : 'text-ink-2 hover:bg-sunken hover:text-ink',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 flex-1 truncate">{page.title}</span>
      {page.queue === 'support' && <WaitingForSupport />}
      {page.queue !== undefined && page.queue !== 'support' && <Waiting kind={page.queue} />}
    </Link>
  )
}

function WaitingForSupport() {
  const { data } = useOps('opsSupport', { limit: 100 }, { everyMs: 20_000 })
  const count = data?.items.length ?? 0
  if (count === 0) return null
  return (
    <span className="figures rounded-full bg-sunken px-1.5 font-medium text-12 text-ink-2">
      {count}
      {data?.nextCursor === null ? '' : '+'}
    </span>
  )
}

/** Number of waiting cases, marked when one of them is late. */
function Waiting({ kind }: { readonly kind: CaseKindName }) {
  const { data } = useOps('opsQueue', { kind, limit: 100 }, { everyMs: 20_000 })
  const count = data?.items.length ?? 0
  if (count === 0) return null
  const late = data?.items.some((item) => item.late) === true
  return (
    <span
      className={classNames(
        'figures rounded-full px-1.5 font-medium text-12',
        late ? 'bg-bad-wash text-bad' : 'bg-sunken text-ink-2',
      )}
    >
      {count}
      {data?.nextCursor === null ? '' : '+'}
      {late && <span className="sr-only">, late</span>}
    </span>
  )
}

function Person({ className }: { readonly className: string }) {
  const me = useMe()
  const theme = useTheme()
  const signOut = useOpsMutation('opsLogout')
  return (
    <div className={className}>
      <Link href="/me" className="block px-1 text-ink no-underline hover:text-accent">
        <span className="block truncate font-medium text-14" title={me.email}>
          {me.email}
        </span>
        <span className="text-12 text-ink-3">{me.role}</span>
      </Link>
      <div className="mt-1 flex gap-1">
        <IconButton label={theme === 'ink' ? 'Light theme' : 'Dark theme'} onClick={switchTheme}>
          {theme === 'ink' ? <Sun aria-hidden className="size-4" /> : <Moon aria-hidden className="size-4" />}
        </IconButton>
        <IconButton label="Sign out" onClick={() => signOut.mutate({})}>
          <LogOut aria-hidden className="size-4" />
        </IconButton>
      </div>
    </div>
  )
}
