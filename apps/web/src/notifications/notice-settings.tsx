import type { NoticeChoices } from '@candor/contract'
import { Switch } from '@candor/ui/controls/switch.tsx'
import { ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { useQueryClient } from '@tanstack/react-query'
import type { CallResult } from '../session/calls/call-server.ts'
import { failureText } from '../session/calls/failure.ts'
import { callKey, useApiMutation, useApiQuery } from '../session/calls/use-call.ts'
import { useT } from '../session/language/language.ts'
import { PushBrowserRow } from './push-browser-row.tsx'

type Choice = NoticeChoices['choices'][number]
const ways = ['site', 'email', 'push'] as const

/** Channels for each topic: one row a topic, one switch a channel. Each switch is saved at once. */
export default function NoticeSettings() {
  const t = useT()
  const query = useApiQuery('noticeChoices', {})
  const queries = useQueryClient()
  const save = useApiMutation('saveNoticeChoices')
  const show = (shown: CallResult<'noticeChoices'>) =>
    queries.setQueryData(callKey('noticeChoices', {}), shown)
  const choose = (choice: Choice) =>
    save.mutate(
      { choices: [choice] },
      { onSuccess: show, onError: (failure) => toast(failureText(t, failure), 'bad') },
    )
  return (
    <Card>
      <SectionHead
        title={t('notifications.choice.title')}
        text={t('notifications.choice.lead')}
        className="mb-4"
      />
      {query.data !== undefined ? (
        <>
          <div className="divide-y divide-hairline">
            {query.data.choices.map((choice) => (
              <TopicRow
                key={choice.topic}
                choice={choice}
                fixed={{
                  site: query.data.always.includes(choice.topic),
                  email: query.data.mailed.includes(choice.topic),
                  push: false,
                }}
                onChoose={choose}
              />
            ))}
          </div>
          <PushBrowserRow shown={query.data} onShown={show} />
        </>
      ) : query.isError ? (
        <ErrorState
          title={t('notifications.failed')}
          text={failureText(t, query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <SkeletonLines count={8} />
      )}
    </Card>
  )
}

function TopicRow({
  choice,
  fixed,
  onChoose,
}: {
  readonly choice: Choice
  /** Channels that the customer cannot turn off. */
  readonly fixed: Readonly<Record<(typeof ways)[number], boolean>>
  readonly onChoose: (choice: Choice) => void
}) {
  const t = useT()
  const topic = t(`notifications.topic.${choice.topic}`)
  return (
    <div className="flex flex-col gap-2 py-3 md:flex-row md:items-center md:justify-between">
      <h3 className="font-medium text-14 text-ink">{topic}</h3>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {ways.map((way) => (
          <span key={way} className="flex items-center gap-2 text-12 text-ink-2">
            <Switch
              label={`${topic}: ${t(`notifications.choice.${way}`)}`}
              checked={choice[way]}
              disabled={fixed[way]}
              onChange={(on) => onChoose({ ...choice, [way]: on })}
            />
            <span aria-hidden>{t(`notifications.choice.${way}`)}</span>
          </span>
        ))}
      </div>
    </div>
  )
}
