import type { CaseKindName } from '@candor/contract'
import { IconButton } from '@candor/ui/button.tsx'
import { classNames } from '@candor/ui/class-names.ts'
import { Mark } from '@candor/ui/mark.tsx'
import { LogOut, Moon, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { ReserveWarning } from '../money/reserve-warning.tsx'
import { useMe } from '../session/me.ts'
import { useDo, useOps } from '../session/use-ops.ts'
import type { ConsolePage } from './pages.tsx'
import { switchTheme, useTheme } from './theme.ts'

/** The list of pages at the side, with the page next to it. */
export function Frame({
  pages,
  children,
}: {
  readonly pages: readonly ConsolePage[]
  readonly children: ReactNode
}) {
  const groups = [...new Set(pages.map(({ group }) => group))]
  return (
    <div className="flex h-dvh">
      <nav
        aria-label="Rooms"
        className="flex w-48 shrink-0 flex-col border-hairline border-e bg-surface xl:w-52"
      >
        <div className="flex items-center gap-2.5 px-4 py-4">
          <Mark className="size-7" />
          <span className="font-semibold text-16 text-ink">Console</span>
        </div>
        <SandboxNote />
        <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-2 py-2">
          {groups.map((group) => (
            <div key={group}>
              <p className="px-2 pb-1 font-medium text-12 text-ink-3">{group}</p>
              {pages
                .filter((page) => page.group === group)
                .map((page) => (
                  <RoomLink key={page.path} page={page} />
                ))}
            </div>
          ))}
        </div>
        <Person />
      </nav>
      <main className="min-w-0 flex-1 overflow-y-auto">
        <ReserveWarning />
        {children}
      </main>
    </div>
  )
}

function SandboxNote() {
  const { sandbox } = useMe()
  if (!sandbox) return null
  return (
    <p className="mx-4 mb-1 rounded-s bg-warn-wash px-2 py-1 text-12 text-warn">
      Sandbox: prices are simulated, money is sample money.
    </p>
  )
}

function RoomLink({ page }: { readonly page: ConsolePage }) {
  const [place] = useLocation()
  const here = place === page.path || place.startsWith(`${page.path}/`)
  const Icon = page.icon
  return (
    <Link
      href={page.path}
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

function Person() {
  const me = useMe()
  const theme = useTheme()
  const signOut = useDo('opsLogout')
  return (
    <div className="border-hairline border-t px-3 py-3">
      <Link href="/me" className="block px-1 text-ink no-underline hover:text-accent">
        <span className="block truncate font-medium text-14" title={me.email}>
          {me.email}
        </span>
        <span className="text-12 text-ink-3">{me.role}</span>
      </Link>
      <div className="mt-1 flex gap-1">
        <IconButton label={theme === 'ink' ? 'Light colours' : 'Dark colours'} onClick={switchTheme}>
          {theme === 'ink' ? <Sun aria-hidden className="size-4" /> : <Moon aria-hidden className="size-4" />}
        </IconButton>
        <IconButton label="Sign out" onClick={() => signOut.mutate({})}>
          <LogOut aria-hidden className="size-4" />
        </IconButton>
      </div>
    </div>
  )
}
