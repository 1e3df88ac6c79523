import type { ReactNode } from 'react'

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
