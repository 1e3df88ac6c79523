import type { FeedInHand } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { Badge, EmptyState } from '@candor/ui/feedback.tsx'
import { Table } from '@candor/ui/figures/table.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { Rss } from 'lucide-react'
import { useState } from 'react'
import { useOps, useOpsMutation } from '../session/use-ops.ts'
import { CsvButton } from '../shell/csv/csv-button.tsx'
import { closeWith, FormDialog } from '../shell/form-dialog.tsx'
import { distanceTo, momentOf } from '../shell/moments.ts'
import { BackLink, PageHead } from '../shell/page-head.tsx'
import { Shown } from '../shell/states.tsx'
import { FeedDialog } from './feed-dialog.tsx'
import { failureWords, languageOf } from './feed-words.ts'

const freshMs = 15_000
const kindWords = { news: 'News', calendar: 'Calendar' } as const

type Chosen = { readonly act: 'change' | 'remove'; readonly feed: FeedInHand } | { readonly act: 'add' }

/** Feeds of news and events on the home page of customers, with the state of each. */
export function FeedsPage() {
  const query = useOps('opsFeeds', {}, { everyMs: freshMs })
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const close = () => setChosen(null)
  return (
    <div className="p-6">
      <BackLink to="/content" title="Content" className="mb-4" />
      <PageHead
        title="Feeds"
        text="News and economic events on the home page of signed-in customers. The server fetches them and shows them as plain text. Without an enabled feed customers see neither."
      >
        <CsvButton name="feeds" rows={() => rowsOf(query.data ?? [])} />
        <Button onClick={() => setChosen({ act: 'add' })}>New feed …</Button>
      </PageHead>
      <Card flush>
        <Shown query={query}>
          {(feeds) =>
            feeds.length === 0 ? (
              <EmptyState
                icon={<Rss aria-hidden />}
                title="No feeds"
                text="Add an RSS or Atom feed of news, or a calendar of economic events (iCalendar)."
              />
            ) : (
              <Table
                label="Feeds"
                rows={feeds}
                rowKey={({ id }) => id}
                card={(feed) => <FeedCard feed={feed} onChoose={setChosen} />}
                columns={[
                  ...columns,
                  {
                    key: 'acts',
                    title: '',
                    end: true,
                    cell: (feed) => <Acts feed={feed} onChoose={setChosen} />,
                  },
                ]}
              />
            )
          }
        </Shown>
      </Card>
      {chosen?.act === 'add' && <FeedDialog feed={null} onClose={close} />}
      {chosen?.act === 'change' && <FeedDialog feed={chosen.feed} onClose={close} />}
      {chosen?.act === 'remove' && <RemoveDialog feed={chosen.feed} onClose={close} />}
    </div>
  )
}

const columns = [
  { key: 'name', title: 'Feed', cell: (feed: FeedInHand) => <NameAndUrl feed={feed} /> },
  { key: 'kind', title: 'Kind', cell: ({ kind }: FeedInHand) => kindWords[kind] },
  {
    key: 'readers',
    title: 'Readers',
    cell: (feed: FeedInHand) => <span className="whitespace-nowrap">{languageOf(feed)}</span>,
  },
  { key: 'state', title: 'State', cell: (feed: FeedInHand) => <State feed={feed} /> },
  {
    key: 'entries',
    title: 'Entries',
    end: true,
    cell: ({ entries }: FeedInHand) => <span className="figures">{entries}</span>,
  },
  { key: 'tried', title: 'Last fetch', cell: (feed: FeedInHand) => <LastFetch feed={feed} /> },
]

function NameAndUrl({ feed: { name, url } }: { readonly feed: FeedInHand }) {
  return (
    <span className="block min-w-40 max-w-80">
      <span className="block font-medium text-ink">{name}</span>
      <span className="block text-12 text-ink-3 [overflow-wrap:anywhere]">{url}</span>
    </span>
  )
}

function LastFetch({ feed: { triedAt, readAt, everyMinutes } }: { readonly feed: FeedInHand }) {
  return (
    <span className="block whitespace-nowrap">
      {triedAt === null ? 'not yet' : <Moment at={triedAt} />}
      <span className="block text-12 text-ink-3">
        {readAt !== null && readAt !== triedAt
          ? `last read ${distanceTo(readAt, Date.now())}`
          : `every ${everyMinutes} min`}
      </span>
    </span>
  )
}

/** A feed on a narrow screen. */
function FeedCard(shown: { readonly feed: FeedInHand; readonly onChoose: (chosen: Chosen) => void }) {
  const { feed } = shown
  return (
    <div className="flex flex-col gap-3 text-14">
      <div className="flex items-start justify-between gap-3">
        <NameAndUrl feed={feed} />
        <LastFetch feed={feed} />
      </div>
      <p className="text-12 text-ink-2">
        {`${kindWords[feed.kind]}, ${languageOf(feed)}, ${feed.entries} ${feed.entries === 1 ? 'entry' : 'entries'}`}
      </p>
      <State feed={feed} />
      <Acts {...shown} />
    </div>
  )
}

const Moment = ({ at }: { readonly at: string }) => (
  <span title={momentOf(at)}>{distanceTo(at, Date.now())}</span>
)

function State({ feed: { enabled, failure, failingSince, triedAt } }: { readonly feed: FeedInHand }) {
  if (!enabled) return <Badge>Off</Badge>
  if (failure === null)
    return <Badge tone={triedAt === null ? 'neutral' : 'good'}>{triedAt === null ? 'Waiting' : 'OK'}</Badge>
  return (
    <span className="block min-w-40 max-w-72">
      <Badge tone="bad">Failing</Badge>
      <span className="mt-1 block text-12 text-ink-2 [overflow-wrap:anywhere]">{failureWords(failure)}</span>
      {failingSince !== null && (
        <span className="block text-12 text-ink-3">{`since ${momentOf(failingSince)}`}</span>
      )}
    </span>
  )
}

function Acts({
  feed,
  onChoose,
}: {
  readonly feed: FeedInHand
  readonly onChoose: (chosen: Chosen) => void
}) {
  return (
    <span className="inline-flex gap-2">
      <Button
        variant="secondary"
        size="s"
        aria-label={`Change ${feed.name}`}
        onClick={() => onChoose({ act: 'change', feed })}
      >
        Change
      </Button>
      <Button
        variant="quiet"
        size="s"
        aria-label={`Remove ${feed.name}`}
        onClick={() => onChoose({ act: 'remove', feed })}
      >
        Remove
      </Button>
    </span>
  )
}

function RemoveDialog({ feed, onClose }: { readonly feed: FeedInHand; readonly onClose: () => void }) {
  const remove = useOpsMutation('opsRemoveFeed')
  return (
    <FormDialog
      title={`Remove ${feed.name}?`}
      act="Remove feed"
      variant="danger"
      narrow
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate({ id: feed.id }, { onSuccess: closeWith('Feed removed', onClose) })}
      onClose={onClose}
    >
      <p className="text-14 text-ink-2">
        Customers no longer see its entries, and they are deleted. To hide it for a while, turn it off
        instead.
      </p>
    </FormDialog>
  )
}

const rowsOf = (feeds: readonly FeedInHand[]) => [
  [
    'name',
    'kind',
    'url',
    'readers',
    'enabled',
    'every minutes',
    'entries',
    'last fetch',
    'last read',
    'failure',
  ],
  ...feeds.map((feed) => [
    feed.name,
    feed.kind,
    feed.url,
    languageOf(feed),
    feed.enabled ? 'yes' : 'no',
    String(feed.everyMinutes),
    String(feed.entries),
    feed.triedAt ?? '',
    feed.readAt ?? '',
    feed.failure === null ? '' : failureWords(feed.failure),
  ]),
]
