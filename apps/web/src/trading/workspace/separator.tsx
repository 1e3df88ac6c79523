import { classNames } from '@candor/ui/class-names.ts'
import type { KeyboardEvent, PointerEvent } from 'react'

type Axis = 'columns' | 'rows'

/** Begin and end of two panels along the axis of their line, in px of the window. */
interface Span {
  readonly start: number
  readonly end: number
}

interface SeparatorProps {
  readonly label: string
  readonly between: Axis
  /** The panel that is resized, in the order of reading. */
  readonly panel: 'before' | 'after'
  /** The size as it is announced, between these two. */
  readonly now: number
  readonly min: number
  readonly max: number
  /** Smallest size of either panel, in rem: of the resized one, and of the other. */
  readonly least: readonly [panel: number, other: number]
  /** The element that holds both panels; absent: they are the line's neighbours. */
  readonly frame?: () => Element | null
  readonly onResize: (px: number, wholePx: number) => void
  readonly onReset: () => void
  readonly className?: string
}

const keyStepRem = 1.5

export const remPx = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** A line between two panels that can be pulled, by pointer or arrow keys; Home and End go to the bounds, a double click to the usual size. */
export function Separator(props: SeparatorProps) {
  const { label, between, now, min, max, onReset, className } = props
  const isUpright = between === 'columns'
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    moveTo(event.currentTarget, isUpright ? event.clientX : event.clientY, props)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = placeAfter(event.key, event.currentTarget, props)
    if (at === undefined) return
    event.preventDefault()
    moveTo(event.currentTarget, at, props)
  }
  return (
    <hr
      aria-label={label}
      aria-orientation={isUpright ? 'vertical' : 'horizontal'}
      aria-valuenow={Math.round(Math.min(max, Math.max(min, now)))}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
      onDoubleClick={onReset}
      className={classNames(
        'relative z-10 m-0 shrink-0 touch-none border-0 bg-hairline after:absolute hover:bg-hairline-strong focus-visible:bg-accent',
        isUpright
          ? 'h-full w-px cursor-col-resize after:-inset-x-1 after:inset-y-0'
          : 'h-px w-full cursor-row-resize after:-inset-y-1 after:inset-x-0',
        className,
      )}
    />
  )
}

/** The place of the line after a key, in px of the window; undefined: the key is none of its own. */
function placeAfter(key: string, line: HTMLElement, props: SeparatorProps): number | undefined {
  const step = keyStepRem * remPx()
  const [before, after] = props.between === 'columns' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown']
  const isFirst = isBeforeLine(props)
  const { start, end } = spanOf(line, props.between)
  const at = isFirst ? start : end
  if (key === before) return at - step
  if (key === after) return at + step
  if (key === 'Home') return isFirst ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  if (key === 'End') return isFirst ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
  return undefined
}

/** True when the resized panel is on the side of the line where px are smaller: in right-to-left text, columns run the other way. */
function isBeforeLine({ between, panel }: SeparatorProps): boolean {
  const isTurned = between === 'columns' && document.documentElement.dir === 'rtl'
  return (panel === 'before') !== isTurned
}

const spanOf = (element: Element, between: Axis): Span => {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return between === 'columns' ? { start: left, end: right } : { start: top, end: bottom }
}

function wholeSpan(line: HTMLElement, { between, frame }: SeparatorProps): Span {
  const holder = frame?.() ?? null
  if (holder !== null) return spanOf(holder, between)
  const spans = [line.previousElementSibling, line.nextElementSibling].flatMap((one) =>
    one === null ? [] : [spanOf(one, between)],
  )
  return {
    start: Math.min(...spans.map(({ start }) => start)),
    end: Math.max(...spans.map(({ end }) => end)),
  }
}

/** Moves the line to a place in the window, as far as both panels keep their smallest size. */
function moveTo(line: HTMLElement, at: number, props: SeparatorProps): void {
  const { start, end } = wholeSpan(line, props)
  const whole = end - start
  const [least, otherLeast] = props.least.map((size) => size * remPx()) as [number, number]
  const wanted = isBeforeLine(props) ? at - start : end - at
  props.onResize(Math.max(least, Math.min(wanted, whole - otherLeast)), whole)
}
