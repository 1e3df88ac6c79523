import { useId, useMemo } from 'react'
import { classNames } from '../class-names.ts'

export type TimePoints = readonly (readonly [atMs: number, value: number])[]

/** A moment on a curve: money that came in, or went out. */
export interface CurveMark {
  readonly at: number
  readonly isIn: boolean
  readonly title: string
}

const [width, height, inset] = [600, 140, 10] as const

export interface CurveScale {
  readonly x: (at: number) => number
  readonly y: (value: number) => number
}

/** Scales time and values into the drawing; a flat line lies in the middle. */
export function curveScale(points: TimePoints): CurveScale {
  const values = points.map(([, value]) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const [from, to] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0]
  return {
    x: (at) => (to === from ? 0 : ((at - from) / (to - from)) * width),
    y: (value) =>
      high === low ? height / 2 : height - inset - ((value - low) / (high - low)) * (height - 2 * inset),
  }
}

/** The line through the points as an SVG path, its times to scale. Empty for fewer than two points. */
export function curvePath(points: TimePoints, { x, y }: CurveScale): string {
  if (points.length < 2) return ''
  return points
    .map(([at, value], index) => `${index === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('')
}

interface CurveProps {
  readonly points: TimePoints
  readonly label: string
  /** Colours the line by its end: above zero or below. Without it the line has the colour of text. */
  readonly signed?: boolean
  readonly marks?: readonly CurveMark[]
  readonly start: string
  readonly end: string
  /** The line always fills its height: these labels name its top and bottom. */
  readonly high: string
  readonly low: string
  readonly className?: string
}

/** A value over time: a line over a faint area, its ends, highest and lowest value named. Numbers for drawing only. */
export function TimeCurve({ points, label, signed = false, marks = [], className, ...ends }: CurveProps) {
  const scale = useMemo(() => curveScale(points), [points])
  const last = points.at(-1)?.[1] ?? 0
  const tone = !signed ? 'text-ink-2' : last > 0 ? 'text-up' : last < 0 ? 'text-down' : 'text-ink-3'
  return (
    <figure aria-label={label} className={classNames('w-full', className)} dir="ltr">
      <div className="flex gap-3">
        <div className="relative min-w-0 flex-1">
          <Drawing line={curvePath(points, scale)} zero={zeroLine(points, scale)} tone={tone} />
          <Marks marks={marks} scale={scale} />
        </div>
        <p className="figures flex shrink-0 flex-col justify-between text-end text-12 text-ink-3">
          <bdi dir="ltr">{ends.high}</bdi>
          {ends.low !== ends.high && <bdi dir="ltr">{ends.low}</bdi>}
        </p>
      </div>
      <figcaption className="mt-1.5 flex justify-between text-12 text-ink-3">
        <bdi dir="auto">{ends.start}</bdi>
        <bdi dir="auto">{ends.end}</bdi>
      </figcaption>
    </figure>
  )
}

/** The height of zero, where the line crosses it. */
function zeroLine(points: TimePoints, { y }: CurveScale): number | null {
  const crosses = points.some(([, value]) => value > 0) && points.some(([, value]) => value < 0)
  return crosses ? y(0) : null
}

function Drawing({
  line,
  zero,
  tone,
}: {
  readonly line: string
  readonly zero: number | null
  readonly tone: string
}) {
  const fade = useId()
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className={classNames('block h-35 w-full', tone)}
    >
      <defs>
        <linearGradient id={fade} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="currentColor" stopOpacity="0.14" />
          <stop offset="1" stopColor="currentColor" stopOpacity="0" />
        </linearGradient>
      </defs>
      {line !== '' && <path d={`${line}L${width} ${height}L0 ${height}Z`} fill={`url(#${fade})`} />}
      <path
        d={line}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
      />
      {[zero, height - 0.5].map(
        (at) =>
          at !== null && (
            <line
              key={at}
              x1="0"
              x2={width}
              y1={at}
              y2={at}
              className="stroke-hairline"
              vectorEffect="non-scaling-stroke"
            />
          ),
      )}
    </svg>
  )
}

/** Elements of the page, so that they keep their shape whatever the width. */
function Marks({ marks, scale }: { readonly marks: readonly CurveMark[]; readonly scale: CurveScale }) {
  if (marks.length === 0) return null
  return (
    <ul>
      {marks.map((mark) => (
        <li
          key={`${mark.at} ${mark.title}`}
          title={mark.title}
          className={classNames(
            'absolute bottom-0 -ms-1.25 size-0 border-x-[5px] border-x-transparent',
            mark.isIn ? 'border-b-[8px] border-b-accent' : 'border-t-[8px] border-t-warn',
          )}
          style={{ left: `${(scale.x(mark.at) / width) * 100}%` }}
        >
          <span className="sr-only">{mark.title}</span>
        </li>
      ))}
    </ul>
  )
}
