import { memo, useId, useMemo } from 'react'
import { classNames } from './class-names.ts'

/** The line through a series, scaled into a box, as an SVG path. Empty for fewer than two points. */
export function linePath(points: readonly number[], width: number, height: number, inset = 1): string {
  if (points.length < 2) return ''
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const point of points) {
    low = Math.min(low, point)
    high = Math.max(high, point)
  }
  const flat = high === low
  const step = width / (points.length - 1)
  const tall = height - 2 * inset
  const y = (point: number) => (flat ? height / 2 : inset + tall - ((point - low) / (high - low)) * tall)
  return points
    .map((point, index) => `${index === 0 ? 'M' : 'L'}${(index * step).toFixed(1)} ${y(point).toFixed(1)}`)
    .join('')
}

const trend = (points: readonly number[]): 'up' | 'down' | 'flat' => {
  const first = points[0]
  const last = points[points.length - 1]
  if (first === undefined || last === undefined || first === last) return 'flat'
  return last > first ? 'up' : 'down'
}
const strokes = { up: 'stroke-up', down: 'stroke-down', flat: 'stroke-ink-3' } as const

/** A small line of a price's last points: the shape only, so time runs left to right in every language. */
export const Sparkline = memo(function Sparkline({
  points,
  width = 96,
  height = 28,
  className,
}: {
  readonly points: readonly number[]
  readonly width?: number
  readonly height?: number
  readonly className?: string
}) {
  return (
    <svg
      aria-hidden
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className={classNames('shrink-0 overflow-visible', className)}
    >
      <path
        d={linePath(points, width, height)}
        fill="none"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
        className={strokes[trend(points)]}
      />
    </svg>
  )
})

export interface Share {
  readonly key: string
  readonly label: string
  /** For drawing only. */
  readonly share: number
  readonly value?: React.ReactNode
}

const shareColours = ['bg-accent', 'bg-ink-2', 'bg-warn', 'bg-hairline-strong'] as const

/** What a sum consists of: one bar, and each part by name and value. */
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

/** A value over time: a line over a faint ground, with its ends named. Numbers for drawing only. */
export function EquityCurve({
  points,
  label,
  start,
  end,
  className,
}: {
  readonly points: readonly (readonly [atMs: number, value: number])[]
  readonly label: string
  readonly start: string
  readonly end: string
  readonly className?: string
}) {
  const fade = useId()
  const values = useMemo(() => points.map(([, value]) => value), [points])
  const line = useMemo(() => linePath(values, 600, 140, 6), [values])
  const tone = trend(values)
  const colour = { up: 'text-up', down: 'text-down', flat: 'text-ink-3' }[tone]
  return (
    <figure aria-label={label} className={classNames('w-full', className)} dir="ltr">
      <svg
        aria-hidden
        viewBox="0 0 600 140"
        preserveAspectRatio="none"
        className={classNames('block h-35 w-full', colour)}
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
      <figcaption className="mt-1.5 flex justify-between text-12 text-ink-3">
        <bdi dir="auto">{start}</bdi>
        <bdi dir="auto">{end}</bdi>
      </figcaption>
    </figure>
  )
}

/** How far something is, 0 to 1; without a share, that it is going on. */
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
