import { formatClock } from '@candor/ui/figures/format-moment.ts'
import { FlaskConical, WifiOff } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useConnection } from '../../live/price-socket.ts'
import { useT, useWords } from '../../session/language/language.ts'
import { useIsSandbox } from '../use-params.ts'

/** Marks a sandbox on every page (trust T4): small, but always visible. */
export function SandboxLine() {
  const t = useT()
  if (!useIsSandbox()) return null
  return (
    <aside className="flex items-center justify-center gap-1.5 border-hairline border-b bg-sunken px-4 py-1 text-center text-12 text-ink-2">
      <FlaskConical aria-hidden className="size-3.5 shrink-0" />
      {t('shell.sandbox')}
    </aside>
  )
}

/** A short loss is not worth a word. */
const graceMs = 1_500

const subscribeNetwork = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Live prices that stop say so, and since when. */
export function ConnectionBar() {
  const { t, tag } = useWords()
  const { state, heardMs } = useConnection()
  const online = useSyncExternalStore(subscribeNetwork, () => navigator.onLine)
  const [late, setLate] = useState(false)
  useEffect(() => {
    setLate(false)
    if (state === 'open') return
    const timer = setTimeout(() => setLate(true), graceMs)
    return () => clearTimeout(timer)
  }, [state])
  if (online && (state === 'open' || !late)) return null
  const connectionText = () => {
    if (heardMs === null) return t('shell.noNetwork')
    const time = formatClock(heardMs, tag)
    return t(online ? 'shell.connection.lost' : 'shell.connection.offline', { time })
  }
  return (
    <p
      role="status"
      className="flex items-center justify-center gap-2 bg-warn-wash px-4 py-1.5 text-center text-14 text-ink"
    >
      <WifiOff aria-hidden className="size-4 shrink-0 text-warn" />
      {connectionText()}
    </p>
  )
}
