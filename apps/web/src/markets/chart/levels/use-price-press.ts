import { type MouseEvent, type TouchEvent, useRef } from 'react'
import type { CandleChart } from '../candle-chart.ts'

/** ms; a finger that rests this long presses a price. The library shows its cross meanwhile. */
const longPressMs = 500
/** px; farther than this the finger inspects or scrolls. */
const restRadius = 5

interface Finger {
  readonly x: number
  readonly y: number
  readonly atMs: number
}

/** A place in the window, in px. */
export interface PressPlace {
  readonly x: number
  readonly y: number
}

/** Called with the pressed price, and with where that was. */
export type PricePressed = (price: number, at: PressPlace) => void

/** Handlers for the area of the chart. */
export interface PricePress {
  readonly onContextMenu?: (event: MouseEvent<HTMLElement>) => void
  readonly onTouchStart?: (event: TouchEvent<HTMLElement>) => void
  readonly onTouchEnd?: (event: TouchEvent<HTMLElement>) => void
}

/** Calls `onPrice` after a right click or a long press on the prices. Without it the browser's own menu opens. */
export function usePricePress(canvas: CandleChart | null, onPrice: PricePressed | undefined): PricePress {
  const finger = useRef<Finger | null>(null)
  if (onPrice === undefined || canvas === null) return {}
  const press = (area: HTMLElement, at: PressPlace) => {
    const price = canvas.levels.priceAt(at.y - area.getBoundingClientRect().top)
    if (price !== null && price > 0) onPrice(price, at)
  }
  return {
    onContextMenu: (event) => {
      if (!isOnCanvas(event.target)) return
      event.preventDefault()
      // Of a finger: its end decides.
      if (finger.current === null) press(event.currentTarget, { x: event.clientX, y: event.clientY })
    },
    onTouchStart: ({ touches, target, timeStamp }) => {
      const first = touches[0]
      const alone = touches.length === 1 && first !== undefined && isOnCanvas(target)
      finger.current = alone ? { x: first.clientX, y: first.clientY, atMs: timeStamp } : null
    },
    onTouchEnd: ({ changedTouches, currentTarget, timeStamp }) => {
      const end = changedTouches[0]
      const start = finger.current
      finger.current = null
      if (start === null || end === undefined) return
      const moved = Math.hypot(end.clientX - start.x, end.clientY - start.y)
      if (moved < restRadius && timeStamp - start.atMs >= longPressMs) press(currentTarget, start)
    },
  }
}

/** Checks that the press was not on a label, a bar or a button over the prices. */
const isOnCanvas = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('[k-line-chart-id]') !== null
