import { type PointerEvent, useRef, useState } from 'react'
import type { CandleChart } from '../candle-chart.ts'
import type { OrderLevel } from './order-level.ts'

/** px; nearer than this the pointer only presses. */
const pressRadius = 5

interface Held {
  readonly level: OrderLevel
  readonly startY: number
  /** Distance of the line from the pointer, so that it does not jump. */
  readonly offset: number
  price: number | null
}

export interface LevelDrag {
  /** The level that is dragged and its price now; null while none is. */
  readonly dragged: { readonly id: string; readonly price: number } | null
  /** Handlers for the label of a movable level. */
  readonly handlersOf: (level: OrderLevel, id: string) => LabelHandlers
}

export interface LabelHandlers {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerCancel: () => void
  readonly onClickCapture: (event: { preventDefault(): void; stopPropagation(): void }) => void
}

/** Checks whether a press was in a panel that a label opened. */
const isInPanel = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('[popover], dialog') !== null

/** Lets labels be dragged to another price. A released line returns to its place: the drag asks for a change, and the result is drawn. */
export function useLevelDrag(
  canvas: CandleChart,
  onMoved: (level: OrderLevel, price: number) => void,
): LevelDrag {
  const held = useRef<Held | null>(null)
  const wasDragged = useRef(false)
  const [dragged, setDragged] = useState<LevelDrag['dragged']>(null)
  const show = (moved: LevelDrag['dragged']) => {
    setDragged(moved)
    canvas.levels.drag(moved)
  }
  const release = () => {
    held.current = null
    show(null)
  }
  const handlersOf = (level: OrderLevel, id: string): LabelHandlers => ({
    onPointerDown: ({ clientY, button, target }) => {
      wasDragged.current = false
      if (button !== 0 || isInPanel(target)) return
      held.current = {
        level,
        startY: clientY,
        offset: (canvas.levels.heightOf(level.price) ?? 0) - clientY,
        price: null,
      }
    },
    onPointerMove: (event) => {
      const { current } = held
      if (current === null) return
      if (current.price === null && Math.abs(event.clientY - current.startY) < pressRadius) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const price = canvas.levels.priceAt(event.clientY + current.offset)
      if (price === null) return
      current.price = price
      wasDragged.current = true
      show({ id, price })
    },
    onPointerUp: () => {
      const price = held.current?.price ?? null
      release()
      if (price !== null && price !== level.price) onMoved(level, price)
    },
    onPointerCancel: release,
    onClickCapture: (event) => {
      if (!wasDragged.current) return
      wasDragged.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  })
  return { dragged, handlersOf }
}
