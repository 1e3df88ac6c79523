import type { ReactNode } from 'react'

/** One setting: its name at the start, its control at the end, or below where there is no room. */
export function SettingRow({
  title,
  text,
  children,
}: {
  readonly title: string
  readonly text?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <div className="flex flex-col gap-3 py-4 first:pt-0 last-of-type:pb-0 md:flex-row md:items-center md:justify-between">
      <div className="min-w-0">
        <h3 className="font-medium text-14 text-ink">{title}</h3>
        {text !== undefined && <div className="mt-0.5 max-w-line text-14 text-ink-2">{text}</div>}
      </div>
      <div className="shrink-0 max-md:[&>:not([popover])]:w-full">{children}</div>
    </div>
  )
}
