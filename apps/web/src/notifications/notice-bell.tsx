import { Bell } from 'lucide-react'
import { Link } from 'wouter'
import { useApiQuery } from '../session/calls/use-call.ts'
import { useWords } from '../session/language/language.ts'
import { barButtonClass } from '../shell/frame/language-menu.tsx'

/** The link to the notices, with how many were not read. */
export default function NoticeBell() {
  const { t, tag } = useWords()
  const unread = useApiQuery('notifications', { limit: 1 }, { staleMs: 60_000 }).data?.unread ?? 0
  const label = t('shell.notifications')
  const count = new Intl.NumberFormat(tag).format(Math.min(unread, 99))
  return (
    <Link
      href="/profile/notification"
      aria-label={unread > 0 ? `${label} (${count})` : label}
      title={label}
      className={`${barButtonClass} relative`}
    >
      <Bell aria-hidden className="size-4.5" />
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute end-0.5 top-0.5 min-w-4 rounded-full bg-accent px-1 text-center font-medium text-[0.625rem] text-on-accent leading-4"
        >
          {count}
        </span>
      )}
    </Link>
  )
}
