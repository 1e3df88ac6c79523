import { useId, useMemo } from 'react'
import { classNames } from '../class-names.ts'
import { linePath, trend } from './sparkline.tsx'

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

type EquityPoints = readonly (readonly [atMs: number, value: number])[]

/** A value over time: a line over a faint area, with its first, last, highest and lowest value named. Numbers for drawing only. */
export function EquityCurve({
  points,
  label,
  start,
  end,
  high,
  low,
  className,
}: {
  readonly points: EquityPoints
  readonly label: string
  readonly start: string
  readonly end: string
  /** The line always fills its height: these labels name its top and bottom. */
  readonly high: string
  readonly low: string
  readonly className?: string
}) {
  return (
    <figure aria-label={label} className={classNames('w-full', className)} dir="ltr">
      <div className="flex gap-3">
        <CurveDrawing points={points} />
        <p className="figures flex shrink-0 flex-col justify-between text-end text-12 text-ink-3">
          <bdi dir="ltr">{high}</bdi>
          {low !== high && <bdi dir="ltr">{low}</bdi>}
        </p>
      </div>
      <figcaption className="mt-1.5 flex justify-between text-12 text-ink-3">
        <bdi dir="auto">{start}</bdi>
        <bdi dir="auto">{end}</bdi>
      </figcaption>
    </figure>
  )
}

function CurveDrawing({ points }: { readonly points: EquityPoints }) {
  const fade = useId()
  const values = useMemo(() => points.map(([, value]) => value), [points])
  const line = useMemo(() => linePath(values, 600, 140, 6), [values])
  const colour = { up: 'text-up', down: 'text-down', flat: 'text-ink-3' }[trend(values)]
  return (
    <svg
      aria-hidden
      viewBox="0 0 600 140"
      preserveAspectRatio="none"
      className={classNames('block h-35 min-w-0 flex-1', colour)}
    >
      <defs>
        <linearGradient id={fade} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="currentColor" stopOpacity="0.14" />
          <stop offset="1" stopColor="currentColor" stopOpacity="0" />
        </linearGradient>
      </defs>
      {line !== '' && <path d={`${line}L600 140L0 140Z`} fill={`url(#${fade})`} />}
      <path
        d={line}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
      />
      <line
        x1="0"
        x2="600"
        y1="139.5"
        y2="139.5"
        className="stroke-hairline"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
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
