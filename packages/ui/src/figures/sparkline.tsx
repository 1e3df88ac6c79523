import { memo } from 'react'
import { classNames } from '../class-names.ts'

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

/**
 * A small line of a price over a period: the shape only, so time runs left to right in every language. It has no colour of up or down:
 * the figure next to it states the change, with its sign.
 */
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
        className="stroke-ink-3"
      />
    </svg>
  )
})
