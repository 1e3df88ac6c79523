import { menuItemClass, Popover } from '@candor/ui/overlays/menu.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { CircleHelp, LogOut, ReceiptText, Settings, UserRound, Users } from 'lucide-react'
import { Link } from 'wouter'
import { callServer } from '../../session/calls/call-server.ts'
import { useT } from '../../session/language/language.ts'
import { signOut, useSession } from '../../session/session-store.ts'

/** Ends the session here and on the server; without a network it still ends here. */
export function useSignOut(): () => void {
  const t = useT()
  return () => {
    callServer('logout', {}).catch(() => undefined)
    signOut()
    toast(t('shell.signedOut'))
  }
}

export function AccountMenu() {
  const t = useT()
  const { user } = useSession()
  const leave = useSignOut()
  const name = user?.userName ?? ''
  const links = [
    ['/profile', UserRound, t('shell.menu.overview')],
    ['/profile/balance', ReceiptText, t('shell.menu.statement')],
    ['/profile/settings', Settings, t('shell.menu.settings')],
    ['/profile/invite', Users, t('shell.page.invite')],
    ['/help', CircleHelp, t('shell.menu.help')],
  ] as const
  return (
    <Popover
      label={t('shell.menu.account', { name })}
      triggerClass="tap ms-1 inline-flex size-9 items-center justify-center rounded-full bg-ink font-semibold text-14 text-ground"
      panelClass="w-60"
      trigger={<span aria-hidden>{name.slice(0, 1).toLocaleUpperCase()}</span>}
    >
      {(close) => (
        <>
          <div className="border-hairline border-b px-3 pt-2 pb-3">
            <p className="truncate font-semibold text-14">{name}</p>
            <p className="truncate text-12 text-ink-3">{user?.email}</p>
          </div>
          <div className="py-1">
            {links.map(([href, Icon, label]) => (
              <Link key={href} href={href} onClick={close} className={menuItemClass}>
                <Icon aria-hidden className="size-4 text-ink-2" />
                {label}
              </Link>
            ))}
          </div>
          <div className="border-hairline border-t pt-1">
            <button
              type="button"
              className={menuItemClass}
              onClick={() => {
                close()
                leave()
              }}
            >
              <LogOut aria-hidden className="mirrored size-4 text-ink-2" />
              {t('shell.signOut')}
            </button>
          </div>
        </>
      )}
    </Popover>
  )
}
