import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A sheet of paper: what belongs together, on a hairline. */
export function Card({
  className,
  flush = false,
  children,
}: {
  readonly className?: string
  /** Without its own padding, for lists that reach the edge. */
  readonly flush?: boolean
  readonly children: ReactNode
}) {
  return (
    <section
      className={classNames('rounded-m border border-hairline bg-surface', !flush && 'p-4 md:p-5', className)}
    >
      {children}
    </section>
  )
}

/** A heading with an action next to it. */
export function SectionHead({
  title,
  text,
  action,
  className,
}: {
  readonly title: ReactNode
  readonly text?: ReactNode
  readonly action?: ReactNode
  readonly className?: string
}) {
  return (
    <div
      className={classNames(
        'flex items-center justify-between gap-x-4 gap-y-2',
        // Beside its action a text would be a narrow column on a phone.
        text === undefined ? 'max-[22.4rem]:flex-wrap' : 'max-[40rem]:flex-wrap',
        className,
      )}
    >
      <div className="min-w-0">
        <h2 className="font-semibold text-16 text-ink">{title}</h2>
        {text !== undefined && <p className="mt-0.5 max-w-line text-14 text-ink-2">{text}</p>}
      </div>
      {action}
    </div>
  )
}

/** Pairs of a name and its value, ruled like a statement. */
export function DetailList({
  className,
  children,
}: {
  readonly className?: string
  readonly children: ReactNode
}) {
  return <dl className={classNames('divide-y divide-hairline', className)}>{children}</dl>
}

/** One of them. The name gives way first, so that "2 USDT" is not broken over two lines. */
export function Detail({
  name,
  strong = false,
  children,
}: {
  readonly name: ReactNode
  readonly strong?: boolean
  readonly children: ReactNode
}) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-2">
      <dt className="shrink-[99] break-keep text-14 text-ink-2">{name}</dt>
      <dd className={classNames('max-w-[70%] text-end text-14 text-ink', strong && 'font-semibold')}>
        {children}
      </dd>
    </div>
  )
}
