import type { Notice } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { Button } from '@candor/ui/controls/button.tsx'
import { ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { momentText } from '../markets/ages.ts'
import { useDigits } from '../markets/prices/market-digits.ts'
import { useApiMutation } from '../session/calls/use-call.ts'
import { usePages } from '../session/calls/use-pages.ts'
import { useT, useWords } from '../session/language/language.ts'
import { noticeLink, noticeText } from './notice-text.ts'

/** The customer's notices, newest first; showing them marks them as read. */
export function NoticeList() {
  const t = useT()
  const { items, failed, retry, hasMore, loadingMore, more } = usePages('notifications', {})
  const fresh = useMarkRead(items)
  return (
    <Card>
      <SectionHead title={t('notifications.list.title')} className="mb-2" />
      {failed && <ErrorState title={t('notifications.failed')} onRetry={retry} />}
      {!failed && items === undefined && <SkeletonLines count={4} />}
      {items?.length === 0 && <p className="py-2 text-14 text-ink-2">{t('notifications.list.empty')}</p>}
      <ul className="divide-y divide-hairline">
        {items?.map((notice) => (
          <NoticeLine key={notice.id} notice={notice} fresh={fresh.has(notice.id)} />
        ))}
      </ul>
      {hasMore && (
        <Button variant="quiet" full busy={loadingMore} onClick={more} className="mt-2">
          {t('shell.loadMore')}
        </Button>
      )}
    </Card>
  )
}

/** Marks the shown notices as read, and remembers for this visit which were new. */
function useMarkRead(items: readonly Notice[] | undefined): ReadonlySet<string> {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const sentIds = useRef(new Set<string>())
  const queries = useQueryClient()
  const { mutate } = useApiMutation('readNotifications')
  useEffect(() => {
    const ids = (items ?? []).filter(({ id, read }) => !read && !sentIds.current.has(id)).map(({ id }) => id)
    if (ids.length === 0) return
    for (const id of ids) sentIds.current.add(id)
    setFresh((before) => new Set([...before, ...ids]))
    mutate(
      { ids: ids.slice(0, 100) },
      { onSuccess: () => void queries.invalidateQueries({ queryKey: ['notifications'] }) },
    )
  }, [items, mutate, queries])
  return fresh
}

function NoticeLine({ notice, fresh }: { readonly notice: Notice; readonly fresh: boolean }) {
  const words = useWords()
  const { t, tag } = words
  const link = noticeLink(notice)
  const text = noticeText(notice, words, useDigits(notice.code))
  return (
    <li className="flex gap-3 py-3">
      <span
        aria-hidden
        className={classNames('mt-1.5 size-2 shrink-0 rounded-full', fresh ? 'bg-accent' : 'bg-hairline')}
      />
      <div className="min-w-0 flex-1">
        <p className={classNames('text-14 text-ink', fresh && 'font-medium')}>
          {fresh && <span className="sr-only">{`${t('notifications.list.unread')}: `}</span>}
          {link === null ? (
            text
          ) : (
            <Link href={link} className="text-ink no-underline hover:underline">
              {text}
            </Link>
          )}
        </p>
        <p className="mt-0.5 text-12 text-ink-3">
          {momentText(notice.at, tag, Date.now())}
          {notice.mode !== null && ` · ${t(`shell.mode.${notice.mode}`)}`}
        </p>
      </div>
    </li>
  )
}
