import { classNames } from '@candor/ui/class-names.ts'
import { ArrowLeft } from 'lucide-react'
import { Link } from 'wouter'

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
