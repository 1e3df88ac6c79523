import { CircleAlert, CircleCheck, Info, RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Button } from './controls/button.tsx'
import { useUiWords } from './ui-words.tsx'

export type Tone = 'neutral' | 'good' | 'bad' | 'warn' | 'accent'

const toneText: Readonly<Record<Tone, string>> = {
  neutral: 'text-ink-2',
  good: 'text-good',
  bad: 'text-bad',
  warn: 'text-warn',
  accent: 'text-accent',
}
const toneWash: Readonly<Record<Tone, string>> = {
  neutral: 'bg-sunken',
  good: 'bg-good-wash',
  bad: 'bg-bad-wash',
  warn: 'bg-warn-wash',
  accent: 'bg-accent-wash',
}
const toneIcons = {
  neutral: Info,
  good: CircleCheck,
  bad: CircleAlert,
  warn: TriangleAlert,
  accent: Info,
} as const

/** A placeholder of the same size for content that is loading. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <span aria-hidden className={classNames('skeleton block h-4', className)} />
}

/** Several placeholder lines, announced once to screen readers. */
export function SkeletonLines({
  count = 3,
  className,
}: {
  readonly count?: number
  readonly className?: string
}) {
  const words = useUiWords()
  return (
    <div role="status" aria-label={words.loading} className={classNames('flex flex-col gap-3', className)}>
      {[...Array(count).keys()].map((line) => (
        <Skeleton key={line} className={line % 3 === 2 ? 'w-2/3' : 'w-full'} />
      ))}
    </div>
  )
}

/** A message in place of missing content, with the next step. */
export function EmptyState({
  icon,
  title,
  text,
  action,
  wholePage = false,
  className,
}: {
  readonly icon?: ReactNode
  readonly title: string
  readonly text?: ReactNode
  readonly action?: ReactNode
  /** The page shows nothing else, so this title is the page's. */
  readonly wholePage?: boolean
  readonly className?: string
}) {
  const Title = wholePage ? 'h1' : 'h2'
  return (
    <div
      className={classNames('mx-auto flex max-w-md flex-col items-center px-6 py-12 text-center', className)}
    >
      {icon !== undefined && (
        <span className="mb-4 flex size-12 items-center justify-center rounded-full bg-sunken text-ink-2 [&>svg]:size-5.5">
          {icon}
        </span>
      )}
      <Title className="font-semibold text-16 text-ink">{title}</Title>
      {text !== undefined && <p className="mt-1.5 text-14 text-ink-2">{text}</p>}
      {action !== undefined && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}

/** A failure to load: its subject, and a way to try again. */
export function ErrorState({
  title,
  text,
  onRetry,
  className,
}: {
  readonly title: string
  readonly text?: string
  readonly onRetry?: () => void
  readonly className?: string
}) {
  const words = useUiWords()
  return (
    <div role="alert" className={className}>
      <EmptyState
        icon={<CircleAlert aria-hidden />}
        title={title}
        {...(text === undefined ? {} : { text })}
        {...(onRetry === undefined
          ? {}
          : {
              action: (
                <Button
                  variant="secondary"
                  icon={<RotateCw aria-hidden className="size-4" />}
                  onClick={onRetry}
                >
                  {words.retry}
                </Button>
              ),
            })}
      />
    </div>
  )
}

/** A message that belongs to the page and stays. */
export function Banner({
  tone = 'neutral',
  title,
  children,
  action,
  className,
}: {
  readonly tone?: Tone
  readonly title?: string
  readonly children?: ReactNode
  readonly action?: ReactNode
  readonly className?: string
}) {
  const Icon = toneIcons[tone]
  return (
    <div
      className={classNames(
        'flex flex-wrap items-start justify-end gap-3 rounded-m px-4 py-3',
        toneWash[tone],
        className,
      )}
    >
      {/* The action goes below the words where both do not fit side by side; the mark stays next to them. */}
      <div className="flex min-w-0 flex-1 basis-63 items-start gap-3 text-14 text-ink">
        <Icon aria-hidden className={classNames('mt-0.5 size-4 shrink-0', toneText[tone])} />
        <div className="min-w-0 flex-1">
          {title !== undefined && <p className="font-semibold">{title}</p>}
          {children !== undefined && (
            <div className={title === undefined ? '' : 'mt-0.5 text-ink-2'}>{children}</div>
          )}
        </div>
      </div>
      {action}
    </div>
  )
}

/** A short label in a tinted box. */
export function Badge({
  tone = 'neutral',
  children,
}: {
  readonly tone?: Tone
  readonly children: ReactNode
}) {
  return (
    <span
      className={classNames(
        'inline-flex h-5 items-center rounded-s px-1.5 font-medium text-12 whitespace-nowrap',
        toneWash[tone],
        toneText[tone],
      )}
    >
      {children}
    </span>
  )
}

/** A state as a word with an icon, never as a colour alone. */
export function StatusWord({
  tone = 'neutral',
  icon,
  children,
}: {
  readonly tone?: Tone
  readonly icon?: ReactNode
  readonly children: ReactNode
}) {
  const Icon = toneIcons[tone]
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 text-14 whitespace-nowrap max-[22.4rem]:whitespace-normal [&>svg]:size-4 [&>svg]:shrink-0',
        toneText[tone],
      )}
    >
      {icon ?? <Icon aria-hidden />}
      {children}
    </span>
  )
}
