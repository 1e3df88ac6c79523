import { classNames } from '@candor/ui/class-names.ts'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

export function PageHead({
  title,
  text,
  children,
}: {
  readonly title: string
  readonly text?: string
  /** Actions of the page. */
  readonly children?: ReactNode
}) {
  return (
    <header className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="font-semibold text-20 text-ink">{title}</h1>
        {text !== undefined && (
          <p className="mt-1 max-w-line text-14 text-ink-2 [overflow-wrap:anywhere]">{text}</p>
        )}
      </div>
      {children !== undefined && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </header>
  )
}

/** The way back to a list. */
export const BackLink = ({
  to,
  title,
  className,
}: {
  readonly to: string
  readonly title: string
  readonly className?: string
}) => (
  <Link
    href={to}
    className={classNames(
      'inline-flex items-center gap-1.5 text-14 text-ink-2 no-underline hover:text-ink',
      className,
    )}
  >
    <ArrowLeft aria-hidden className="size-4" />
    {title}
  </Link>
)
