import type { CalendarEvent, NewsItem } from '@candor/contract'
import { formatHour, formatWeekday } from '@candor/ui/figures/format-moment.ts'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { momentText } from '../../markets/ages.ts'
import { useWords } from '../../session/language/language.ts'
import { HomeCard } from './home-card.tsx'

const newsAtOnce = 8
const eventsAtOnce = 12

type Entry = Pick<NewsItem, 'title' | 'summary' | 'url' | 'host' | 'source'>

/** News of the operator's feeds, as text. */
export function NewsCard({ news }: { readonly news: readonly NewsItem[] }) {
  const { t, tag } = useWords()
  return (
    <HomeCard title={t('home.own.news')}>
      <ul className="divide-y divide-hairline/70">
        {news.slice(0, newsAtOnce).map((item) => (
          <li key={item.id} className="px-5 py-3 max-md:px-4">
            <FeedEntry entry={item} when={momentText(item.publishedAt, tag, Date.now())} />
          </li>
        ))}
      </ul>
      <FeedNote />
    </HomeCard>
  )
}

/** The next events of the operator's calendars, by day. */
export function CalendarCard({ events }: { readonly events: readonly CalendarEvent[] }) {
  const { t, tag } = useWords()
  const days = new Map<string, CalendarEvent[]>()
  for (const event of events.slice(0, eventsAtOnce)) {
    // A day is the same everywhere; a moment is shown in the reader's zone.
    const day = formatWeekday(event.startsAt, tag, event.allDay ? 'UTC' : undefined)
    days.set(day, [...(days.get(day) ?? []), event])
  }
  return (
    <HomeCard title={t('home.own.calendar')}>
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h3 className="bg-sunken px-5 py-1.5 font-medium text-12 text-ink-2 max-md:px-4">{day}</h3>
          <ul className="divide-y divide-hairline/70">
            {ofDay.map((event) => (
              <li key={event.id} className="px-5 py-3 max-md:px-4">
                <FeedEntry
                  entry={event}
                  when={event.allDay ? t('home.own.calendar.allDay') : formatHour(event.startsAt, tag)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <FeedNote />
    </HomeCard>
  )
}

/** An entry as its publisher wrote it. Its language and direction are not known. */
function FeedEntry({ entry, when }: { readonly entry: Entry; readonly when: string }) {
  return (
    <>
      <EntryLink entry={entry}>
        <bdi className="min-w-0 [overflow-wrap:anywhere]">{entry.title}</bdi>
      </EntryLink>
      {entry.summary !== null && (
        <p className="mt-0.5 line-clamp-2 text-12 text-ink-2 [overflow-wrap:anywhere]">
          <bdi>{entry.summary}</bdi>
        </p>
      )}
      <p className="mt-1 flex flex-wrap gap-x-2 text-12 text-ink-3">
        <span className="figures">{when}</span>
        <bdi>{entry.source}</bdi>
        {entry.host !== null && (
          <bdi dir="ltr" className="[overflow-wrap:anywhere]">
            {entry.host}
          </bdi>
        )}
      </p>
    </>
  )
}

/** A link opens in a window of its own, and its page learns nothing of this one. */
function EntryLink({ entry, children }: { readonly entry: Entry; readonly children: ReactNode }) {
  const look = 'flex items-start gap-1.5 font-medium text-14 text-ink'
  if (entry.url === null) return <p className={look}>{children}</p>
  return (
    <a
      href={entry.url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className={`${look} no-underline hover:underline`}
    >
      {children}
      <ExternalLink aria-hidden className="mirrored mt-1 size-3.5 shrink-0 text-ink-3" />
    </a>
  )
}

function FeedNote() {
  const { t } = useWords()
  return (
    <p className="border-hairline/70 border-t px-5 py-2.5 text-12 text-ink-3 max-md:px-4">
      {t('home.own.feeds.note')}
    </p>
  )
}
