import { StatusWord, type Tone } from '@candor/ui/feedback.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import type { CallResult } from '../../session/calls/call-server.ts'
import { useWords } from '../../session/language/language.ts'
import { shortSpan } from '../limits/span-words.ts'

type Feed = CallResult<'status'>['feeds'][number]

/** Age and sources of the prices of each class of markets. */
export function FeedsCard({ feeds }: { readonly feeds: readonly Feed[] }) {
  const { t } = useWords()
  return (
    <Card>
      <SectionHead title={t('status.feeds')} text={t('status.feeds.text')} className="mb-2" />
      <ul className="divide-y divide-hairline">
        {feeds.map((feed) => (
          <FeedLine key={feed.type} feed={feed} />
        ))}
      </ul>
    </Card>
  )
}

function FeedLine({ feed }: { readonly feed: Feed }) {
  const { t, tag } = useWords()
  const [tone, words] = standing(feed)
  const sources = feed.sources.map((source) => t(`markets.source.${source}`)).join(', ')
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2.5">
      <div>
        <p className="font-medium text-14 text-ink">{t(`markets.tab.${feed.type}`)}</p>
        <p className="text-12 text-ink-3">
          {t('status.feeds.open', { open: feed.open, markets: feed.markets })}
          {sources !== '' && ` · ${sources}`}
        </p>
      </div>
      <div className="text-end">
        <StatusWord tone={tone}>{t(`status.feeds.${words}`, { count: feed.stale })}</StatusWord>
        {feed.newestAgeMs !== null && (
          <p className="text-12 text-ink-3">
            {t('status.feeds.newest', { age: shortSpan(feed.newestAgeMs, tag) })}
          </p>
        )}
      </div>
    </li>
  )
}

function standing({
  newestAgeMs,
  open,
  stale,
}: Feed): readonly [Tone, 'none' | 'closed' | 'fresh' | 'stale'] {
  if (newestAgeMs === null) return ['warn', 'none']
  if (open === 0) return ['neutral', 'closed']
  return stale === 0 ? ['good', 'fresh'] : ['warn', 'stale']
}
