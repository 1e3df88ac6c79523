import type { SupportMessage } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { Button } from '@candor/ui/controls/button.tsx'
import { ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { formatMinute } from '@candor/ui/figures/format-moment.ts'
import { scrolledByKeyboard } from '@candor/ui/scrolled-by-keyboard.ts'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { type PagedList, usePages } from '../session/calls/use-pages.ts'
import { useT, useWords } from '../session/language/language.ts'
import { Composer } from './composer.tsx'
import { SentPicture } from './sent-picture.tsx'
import { useReadThrough } from './use-read-through.ts'

/** The messages, oldest first with the newest in view, and the input for the next one. */
export function Conversation({ logClass }: { readonly logClass: string }) {
  const t = useT()
  const { first, ...list } = usePages('listSupport', {})
  useReadThrough(first?.unread ?? 0)
  return (
    <>
      {list.failed ? (
        <ErrorState title={t('support.failed')} onRetry={list.retry} className={logClass} />
      ) : list.items === undefined ? (
        <SkeletonLines count={5} className={classNames('p-5', logClass)} />
      ) : (
        <Log list={list} items={list.items} className={logClass} />
      )}
      <Composer />
    </>
  )
}

function Log({
  list,
  items,
  className,
}: {
  readonly list: Omit<PagedList<SupportMessage>, 'items'>
  readonly items: readonly SupportMessage[]
  readonly className: string
}) {
  const t = useT()
  const { box, grows, onScroll } = useEndInSight(items[0]?.id)
  return (
    <div
      ref={box}
      onScroll={onScroll}
      role="log"
      aria-label={t('support.log')}
      {...scrolledByKeyboard}
      className={classNames(
        'flex flex-col overflow-y-auto px-4 py-4 focus-visible:outline-offset-[-2px]',
        className,
      )}
    >
      {list.hasMore && (
        <Button variant="quiet" size="s" busy={list.loadingMore} onClick={list.more} className="self-center">
          {t('support.older')}
        </Button>
      )}
      {items.length === 0 && (
        <p className="m-auto max-w-sm text-center text-14 text-ink-2">{t('support.empty')}</p>
      )}
      <ol ref={grows} className="mt-auto flex flex-col gap-3">
        {[...items].reverse().map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </ol>
    </div>
  )
}

/** Distance from its end in px within which the log counts as read to the end. */
const nearEnd = 48

/**
 * Scrolls the log to its end for a new message, not for older ones loaded above. A picture that loads late does the same while the
 * end is in view.
 */
function useEndInSight(newest: string | undefined) {
  const box = useRef<HTMLDivElement>(null)
  const grows = useRef<HTMLOListElement>(null)
  const atEnd = useRef(true)
  useLayoutEffect(() => {
    if (newest !== undefined) toEnd(box.current)
  }, [newest])
  useEffect(() => {
    if (grows.current === null) return
    const observer = new ResizeObserver(() => {
      if (atEnd.current) toEnd(box.current)
    })
    observer.observe(grows.current)
    return () => observer.disconnect()
  }, [])
  const onScroll = () => {
    const element = box.current
    if (element !== null)
      atEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < nearEnd
  }
  return { box, grows, onScroll }
}

const toEnd = (box: HTMLElement | null): void => {
  if (box !== null) box.scrollTop = box.scrollHeight
}

function Message({ message: { by, text, fileId, at } }: { readonly message: SupportMessage }) {
  const { t, tag } = useWords()
  const own = by === 'customer'
  return (
    <li className={classNames('flex max-w-[85%] flex-col gap-1', own ? 'items-end self-end' : 'self-start')}>
      <div
        className={classNames(
          'flex flex-col gap-2 rounded-m px-3.5 py-2.5 text-14 text-ink',
          own ? 'bg-accent-wash' : 'bg-sunken',
        )}
      >
        {fileId !== null && <SentPicture fileId={fileId} />}
        {text !== '' && (
          <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            {text}
          </p>
        )}
      </div>
      <p className="px-1 text-12 text-ink-3">
        {t(own ? 'support.you' : 'support.us')}
        {' · '}
        <time dateTime={at}>{formatMinute(at, tag)}</time>
      </p>
    </li>
  )
}
