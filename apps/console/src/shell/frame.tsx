import type { OperatorRole, QueueWork } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { IconButton } from '@candor/ui/controls/button.tsx'
import { Mark } from '@candor/ui/mark.tsx'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { LogOut, type LucideIcon, Menu as MenuIcon, Moon, Sun } from 'lucide-react'
import { type ComponentType, Fragment, type ReactNode, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { countText, pathOf, useDashboard } from '../dashboard/use-dashboard.ts'
import { ReserveWarning } from '../money/reserve-warning.tsx'
import { useMe } from '../session/me.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { switchTheme, useTheme } from './theme.ts'

export interface ConsolePage {
  readonly path: string
  /** Further paths of the same page. */
  readonly also?: readonly string[]
  /** Heading in the list; left out: at its beginning, without one. */
  readonly group?: 'Queues' | 'Money' | 'Products' | 'Administration'
  readonly title: string
  /** True for a page that others link to: the list has no room for it at 1440×900. */
  readonly unlisted?: true
  readonly icon: LucideIcon
  /** Roles that see the page; the server checks them again. */
  readonly roles: readonly OperatorRole[]
  readonly Page: ComponentType
}

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
        <Brand className="ps-4 pe-1">
          <DeskButtons />
        </Brand>
        <div className="min-h-0 flex-1 overflow-y-auto px-2">
          <PageLinks pages={pages} className="h-full" />
        </div>
        <Person className="border-hairline border-t px-3" />
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
        <nav aria-label="Pages">
          <PageLinks pages={pages} onChosen={() => setOpenAt(null)} />
        </nav>
        <div className="mt-4 flex items-center justify-between border-hairline border-t pt-3">
          <Person className="min-w-0" />
          <DeskButtons />
        </div>
      </Dialog>
    </header>
  )
}

function Brand({ className, children }: { readonly className?: string; readonly children?: ReactNode }) {
  const { sandbox } = useMe()
  return (
    <div className={classNames('flex items-center gap-2.5', className)}>
      <Mark className="size-7" />
      <span className="min-w-0 flex-1 font-semibold text-16 text-ink leading-5">
        Console
        {sandbox && (
          <span
            className="block font-medium text-12 text-warn leading-4"
            title="Simulated prices and sample money"
          >
            Sandbox
          </span>
        )}
      </span>
      {children}
    </div>
  )
}

/** Reached by the operator's name below the list, which leaves it out. */
const ownPath = '/me'

/** The list of pages. Where its height is bounded, all lines get lower together, so that it fits without scrolling. */
function PageLinks({
  pages,
  onChosen,
  className,
}: {
  readonly pages: readonly ConsolePage[]
  readonly onChosen?: (() => void) | undefined
  readonly className?: string
}) {
  const { data } = useDashboard()
  const shown = pages.filter(({ path, unlisted }) => path !== ownPath && unlisted !== true)
  const groups = [...new Set(shown.map(({ group }) => group))]
  return (
    <div className={classNames('flex flex-col', className)}>
      {groups.map((group) => (
        <Fragment key={group}>
          {group !== undefined && (
            <p className="flex h-8 min-h-3 items-end px-2 font-medium text-12 text-ink-3 leading-3">
              {group}
            </p>
          )}
          {shown
            .filter((page) => page.group === group)
            .map((page) => (
              <PageLink
                key={page.path}
                page={page}
                work={data?.queues.find((queue) => pathOf(queue.page) === page.path)}
                onChosen={onChosen}
              />
            ))}
        </Fragment>
      ))}
    </div>
  )
}

const isAt = (place: string, { path }: ConsolePage): boolean => place === path || place.startsWith(`${path}/`)

function PageLink({
  page,
  work,
  onChosen,
}: {
  readonly page: ConsolePage
  /** Undefined: nothing can wait there. */
  readonly work: QueueWork | undefined
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
      aria-label={work && nameWithCounts(page.title, work)}
      className={classNames(
        'flex h-9 min-h-6 items-center gap-2.5 rounded-s px-2 text-14 no-underline',
        here ? 'bg-accent-wash font-medium text-accent' : 'text-ink-2 hover:bg-sunken hover:text-ink',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 flex-1 truncate">{page.title}</span>
      {work !== undefined && work.waiting > 0 && <WaitingBadge {...work} />}
    </Link>
  )
}

/** Reads "Withdrawals, 3 waiting, 1 late"; undefined: nothing waits, and the title is the name. */
function nameWithCounts(title: string, { waiting, late }: QueueWork): string | undefined {
  if (waiting === 0) return undefined
  const name = `${title}, ${countText(waiting)} waiting`
  return late === 0 ? name : `${name}, ${countText(late)} late`
}

/** Number of waiting entries, marked when one of them is late. */
function WaitingBadge({ waiting, late }: QueueWork) {
  return (
    <span
      className={classNames(
        'figures rounded-full px-1.5 font-medium text-12 leading-5',
        late > 0 ? 'bg-bad-wash text-bad' : 'bg-sunken text-ink-2',
      )}
    >
      {countText(waiting)}
    </span>
  )
}

function Person({ className }: { readonly className: string }) {
  const { email, role } = useMe()
  return (
    <Link
      href={ownPath}
      aria-label={`My account, ${email}, ${role}`}
      className={classNames(
        'flex min-h-6 items-center gap-2 text-ink no-underline hover:text-accent',
        className,
      )}
    >
      <span className="min-w-0 truncate font-medium text-12" title={email}>
        {email}
      </span>
      <span className="shrink-0 text-12 text-ink-3">{role}</span>
    </Link>
  )
}

function DeskButtons() {
  const theme = useTheme()
  const signOut = useOpsMutation('opsLogout')
  return (
    <div className="flex shrink-0">
      <IconButton label={theme === 'ink' ? 'Light theme' : 'Dark theme'} onClick={switchTheme}>
        {theme === 'ink' ? <Sun aria-hidden className="size-4" /> : <Moon aria-hidden className="size-4" />}
      </IconButton>
      <IconButton label="Sign out" onClick={() => signOut.mutate({})}>
        <LogOut aria-hidden className="size-4" />
      </IconButton>
    </div>
  )
}
