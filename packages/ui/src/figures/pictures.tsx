import { classNames } from '../class-names.ts'

export interface Share {
  readonly key: string
  readonly label: string
  /** For drawing only. */
  readonly share: number
  readonly value?: React.ReactNode
}

const shareColours = ['bg-accent', 'bg-ink-2', 'bg-warn', 'bg-hairline-strong'] as const

/** The parts of a sum: one bar, and each part by name and value. */
export function ProportionBar({
  shares,
  label,
  className,
}: {
  readonly shares: readonly Share[]
  readonly label: string
  readonly className?: string
}) {
  const total = shares.reduce((sum, one) => sum + Math.max(0, one.share), 0)
  return (
    <figure aria-label={label} className={className}>
      <div aria-hidden className="flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-sunken">
        {shares.map(
          (one, index) =>
            one.share > 0 && (
              <span
                key={one.key}
                className={classNames('h-full min-w-0.5', shareColours[index % shareColours.length])}
                style={{ flexGrow: one.share / total, flexBasis: 0 }}
              />
            ),
        )}
      </div>
      <ul className="mt-3 flex flex-wrap gap-x-8 gap-y-2">
        {shares.map((one, index) => (
          <li key={one.key} className="flex min-w-32 flex-col">
            <span className="flex items-center gap-2 text-12 text-ink-2">
              <span
                aria-hidden
                className={classNames('size-2 rounded-full', shareColours[index % shareColours.length])}
              />
              {one.label}
            </span>
            <span className="ms-4 text-14 text-ink">{one.value}</span>
          </li>
        ))}
      </ul>
    </figure>
  )
}

/** Progress from 0 to 1; without a share, indeterminate. */
export function Progress({
  share,
  label,
  className,
}: {
  readonly share?: number
  readonly label: string
  readonly className?: string
}) {
  const percent = share === undefined ? undefined : Math.round(Math.max(0, Math.min(1, share)) * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={classNames('h-1.5 overflow-hidden rounded-full bg-sunken', className)}
    >
      {percent === undefined ? (
        <span className="skeleton h-full w-full" />
      ) : (
        <span
          className="block h-full rounded-full bg-accent transition-[width] duration-200"
          style={{ width: `${percent}%` }}
        />
      )}
    </div>
  )
}
