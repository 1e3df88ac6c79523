import { SkeletonLines } from '@candor/ui/feedback.tsx'
import { RotateCw } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useT } from '../../session/language/language.ts'

interface HomeCardProps {
  readonly title: string
  /** The page with everything; its words and its address. */
  readonly more?: { readonly text: string; readonly href: string }
  readonly children: ReactNode
}

/** A part of the own home page: its heading, the way to all of it, and its list. */
export function HomeCard({ title, more, children }: HomeCardProps) {
  const heading = useId()
  return (
    <section
      aria-labelledby={heading}
      className="min-w-0 overflow-hidden rounded-m border border-hairline bg-surface"
    >
      <div className="flex min-h-12 items-center justify-between gap-4 border-hairline/70 border-b px-5 py-2 max-md:px-4">
        <h2 id={heading} className="font-semibold text-16 text-ink">
          {title}
        </h2>
        {more !== undefined && (
          <a href={more.href} className="shrink-0 text-14 text-accent no-underline hover:underline">
            {more.text}
          </a>
        )}
      </div>
      {children}
    </section>
  )
}

/** Placeholder lines of a list that is loading. */
export const CardLinesWaiting = () => <SkeletonLines count={3} className="px-5 py-4 max-md:px-4" />

/** An empty list: what appears here, and the next step. */
export function CardEmpty({
  text,
  action,
}: {
  readonly text: string
  readonly action?: { readonly text: string; readonly href: string }
}) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-5 py-4 text-14 text-ink-2 max-md:px-4">
      {text}
      {action !== undefined && (
        <a href={action.href} className="text-accent underline-offset-4 hover:underline">
          {action.text}
        </a>
      )}
    </p>
  )
}

/** A list that could not be loaded, with a way to try again. */
export function CardFailed({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }) {
  const t = useT()
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-3 text-14 text-ink-2 max-md:px-4"
    >
      {text}
      <button
        type="button"
        onClick={onRetry}
        className="inline-flex min-h-11 items-center gap-1.5 text-accent underline-offset-4 hover:underline"
      >
        <RotateCw aria-hidden className="size-4" />
        {t('shell.retry')}
      </button>
    </div>
  )
}
