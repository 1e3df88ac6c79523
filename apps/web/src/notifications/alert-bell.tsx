import type { MarketItem } from '@candor/contract'
import { IconButton } from '@candor/ui/controls/button.tsx'
import { Bell, BellRing } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useApiQuery } from '../session/calls/use-call.ts'
import { useT } from '../session/language/language.ts'
import { withTexts } from '../session/language/shown-language.ts'
import { useSession } from '../session/session-store.ts'
import { goTo } from '../shell/hash-location.ts'
import { laterPart } from '../shell/later-part.ts'

const AlertDialog = laterPart(withTexts(() => import('./alert-dialog.tsx')))

/** The bell next to a market's price; it is active while an alert waits. */
export default function AlertBell({ market }: { readonly market: MarketItem }) {
  const t = useT()
  const { isLogin } = useSession()
  const [open, setOpen] = useState(false)
  const alerts = useApiQuery('listAlert', {}, { enabled: isLogin, staleMs: 60_000 })
  const waits = (alerts.data ?? []).some(({ code, firedAt }) => code === market.code && firedAt === null)
  const press = () => {
    if (isLogin) setOpen(true)
    else goTo(`/pass/login?next=${encodeURIComponent(`/market?code=${market.code}`)}`)
  }
  return (
    <>
      <IconButton label={t('notifications.bell', { code: market.code })} onClick={press}>
        {waits ? (
          <BellRing aria-hidden className="size-4.5 text-accent" />
        ) : (
          <Bell aria-hidden className="size-4.5" />
        )}
      </IconButton>
      {open && (
        <Suspense fallback={null}>
          <AlertDialog market={market} alerts={alerts.data ?? []} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
