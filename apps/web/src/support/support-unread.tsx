import { useApiQuery } from '../session/calls/use-call.ts'
import { useWords } from '../session/language/language.ts'

/** Number of unread answers from support, on the link to them. */
export default function SupportUnread() {
  const { tag } = useWords()
  const unread = useApiQuery('listSupport', { limit: 1 }, { staleMs: 60_000 }).data?.unread ?? 0
  if (unread === 0) return null
  return (
    <span className="absolute end-0.5 top-0.5 min-w-4 rounded-full bg-accent px-1 text-center font-medium text-[0.625rem] text-on-accent leading-4">
      {new Intl.NumberFormat(tag).format(Math.min(unread, 99))}
    </span>
  )
}
