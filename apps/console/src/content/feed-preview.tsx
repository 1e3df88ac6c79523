import type { FeedKind, FeedPreview } from '@candor/contract'
import { Banner } from '@candor/ui/feedback.tsx'
import { sentenceOf } from '../session/failure.ts'
import { dayOf, momentOf } from '../shell/moments.ts'
import { failureWords } from './feed-words.ts'

/** The first entries of a feed as customers would read them, or why it cannot be read. */
export function FeedPreviewBox({
  preview,
  error,
  kind,
}: {
  readonly preview: FeedPreview | undefined
  readonly error: unknown
  readonly kind: FeedKind
}) {
  if (error !== null)
    return (
      <Banner tone="bad" className="w-full">
        {sentenceOf(error)}
      </Banner>
    )
  if (preview === undefined) return null
  if (preview.failure !== null)
    return (
      <Banner tone="bad" title="The feed could not be read" className="w-full">
        {`${failureWords(preview.failure)}.`}
      </Banner>
    )
  return (
    <section aria-label="First entries" className="w-full rounded-s border border-hairline">
      <p role="status" className="border-hairline border-b bg-sunken px-3 py-2 text-12 text-ink-2">
        {countWords(preview, kind)}
      </p>
      <ul className="divide-y divide-hairline">
        {numbered(preview.first).map((entry) => (
          <li key={entry.place} className="px-3 py-2 text-14">
            <p dir="auto" className="font-medium text-ink [overflow-wrap:anywhere]">
              {entry.title}
            </p>
            {entry.summary !== null && (
              <p dir="auto" className="line-clamp-2 text-12 text-ink-2 [overflow-wrap:anywhere]">
                {entry.summary}
              </p>
            )}
            <p className="text-12 text-ink-3">
              {[timeWords(entry), entry.host ?? 'no link'].filter((words) => words !== '').join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Entries can be alike: their place tells them apart. */
const numbered = (entries: FeedPreview['first']) => entries.map((entry, place) => ({ ...entry, place }))

function countWords({ entries, leftOut }: FeedPreview, kind: FeedKind): string {
  const what = kind === 'news' ? 'items' : 'coming events'
  const found = entries === 0 ? `No ${what} now.` : `${entries} ${what}; the first five:`
  return leftOut === 0
    ? found
    : `${found} ${leftOut} left out: no title, or a time or time zone that cannot be read.`
}

const timeWords = ({ at, allDay }: FeedPreview['first'][number]): string => {
  if (at === null) return 'no date'
  return allDay ? `${dayOf(at)}, all day` : momentOf(at)
}
