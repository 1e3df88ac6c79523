import { IconButton } from '@candor/ui/controls/button.tsx'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { Clock, X } from 'lucide-react'
import { useState } from 'react'
import { useNow } from '../../markets/prices/use-moving-price.ts'
import { useApiQuery } from '../../session/calls/use-call.ts'
import { useWords } from '../../session/language/language.ts'
import { useSession } from '../../session/session-store.ts'
import { changeSince, remindersDue, visitOf } from './visit.ts'

const lookEveryMs = 15_000

/** Reminder after every N minutes of a visit: its duration and the change of equity. It stays until it is read. */
export default function SessionReminder() {
  const { user, mode } = useSession()
  const limits = useApiQuery('limits', {}, { staleMs: 300_000 })
  const account = useApiQuery('getUserInfo', {})
  const minutes = limits.data?.reminderMinutes ?? null
  if (account.data === undefined || account.data.mode !== mode) return null
  const key = `${user?.id ?? ''} ${mode}`
  visitOf(key, account.data.equity, Date.now())
  return minutes === null ? null : (
    <Reminder key={key} of={key} minutes={minutes} equity={account.data.equity} />
  )
}

interface ReminderProps {
  readonly of: string
  readonly minutes: number
  readonly equity: string
}

function Reminder({ of, minutes, equity }: ReminderProps) {
  const { t, tag } = useWords()
  const now = useNow(lookEveryMs)
  const [read, setRead] = useState(0)
  const visit = visitOf(of, equity, now)
  const due = remindersDue(visit, minutes, now)
  if (due <= read) return null
  const result = formatDecimal(changeSince(visit, equity), tag, { min: 2, max: 2, signed: true })
  return (
    <div className="pointer-events-none fixed inset-x-0 top-24 z-20 flex justify-center px-4">
      <div
        role="status"
        className="pointer-events-auto flex max-w-[34rem] items-center gap-3 rounded-m border border-hairline bg-surface py-1.5 ps-4 pe-1.5 shadow-lift"
      >
        <Clock aria-hidden className="size-4.5 shrink-0 text-ink-3" />
        <p className="min-w-0 flex-1 py-1.5 text-14 text-ink">
          {t('trust.reminder.said', {
            count: Math.floor((now - visit.startedAt) / 60_000),
            result,
          })}
        </p>
        <IconButton label={t('trust.reminder.close')} onClick={() => setRead(due)}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </div>
    </div>
  )
}
