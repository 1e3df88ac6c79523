import { classNames } from '@candor/ui/class-names.ts'
import { formatPrice } from '@candor/ui/figures/format-decimal.ts'
import { GripVertical } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useWords } from '../../../session/language/language.ts'
import type { CandleChart } from '../candle-chart.ts'
import type { LinePlaces } from '../level-lines.ts'
import { canMove, idOf, type LevelMoved, type OrderLevel } from './order-level.ts'
import { spreadLabels } from './spread-labels.ts'
import { type LabelHandlers, useLevelDrag } from './use-level-drag.ts'

/** px of a label with the gap to the next one. */
const heights = { narrow: 34, wide: 26 } as const
/** px between labels and the axis. */
const gapPx = 6

interface LabelsProps {
  readonly canvas: CandleChart
  readonly levels: readonly OrderLevel[]
  readonly digits: number
  readonly narrow: boolean
  /** Given: levels can be dragged, but for prices of what is open. */
  readonly onMoved: LevelMoved | undefined
  /** The content of a label; its text where none is given. */
  readonly renderLevel: ((level: OrderLevel) => ReactNode) | undefined
}

const looks: Readonly<Record<OrderLevel['kind'], string>> = {
  open: 'border-accent text-accent',
  entry: 'border-accent text-accent',
  stopLoss: 'border-down text-down',
  takeProfit: 'border-up text-up',
  alert: 'border-warn text-warn',
}

const ignoreMove: LevelMoved = () => undefined

/** Labels of the lines of orders, none over another, at the right of the prices; the highest price comes first by keyboard. */
export function LevelLabels({ canvas, levels, digits, narrow, onMoved, renderLevel }: LabelsProps) {
  const { tag } = useWords()
  const list = useRef<HTMLUListElement>(null)
  const { dragged, handlersOf } = useLevelDrag(canvas, onMoved ?? ignoreMove)
  const height = narrow ? heights.narrow : heights.wide
  // With each drawing of the page: another list has other labels to place.
  useLayoutEffect(() => canvas.levels.follow((places) => place(list.current, places, height)))
  const ordered = levels.toSorted((one, other) => other.price - one.price)
  return (
    <ul ref={list} className="pointer-events-none absolute inset-0 z-10 overflow-hidden">
      {ordered.map((level) => {
        const id = idOf(level)
        const movable = onMoved !== undefined && canMove(level)
        return (
          <LevelLabel
            key={id}
            level={level}
            narrow={narrow}
            drag={movable ? handlersOf(level, id) : null}
            price={dragged?.id === id ? formatPrice(dragged.price.toFixed(digits), digits, tag) : null}
          >
            {renderLevel?.(level)}
          </LevelLabel>
        )
      })}
    </ul>
  )
}

/** One label: what is given as its content or its text, while it is dragged the price. A panel that it opens stays while the line is out of sight. */
function LevelLabel({
  level,
  narrow,
  drag,
  price,
  children,
}: {
  readonly level: OrderLevel
  readonly narrow: boolean
  /** Null: it cannot be dragged. */
  readonly drag: LabelHandlers | null
  readonly price: string | null
  readonly children: ReactNode
}) {
  const { direction } = useWords()
  const content = children ?? <span className="truncate px-1.5">{level.label}</span>
  return (
    <li
      data-level={idOf(level)}
      data-movable={drag !== null}
      dir={direction}
      {...drag}
      className={classNames(
        'invisible pointer-events-auto absolute top-0 flex max-w-[70%] select-none items-center rounded-s border bg-surface font-medium text-12 shadow-lift',
        '[&_[popover]]:visible [&_dialog]:visible',
        narrow ? 'h-8' : 'h-6',
        looks[level.kind],
        drag !== null && 'cursor-ns-resize touch-none',
      )}
    >
      {drag !== null && <GripVertical aria-hidden className="ms-0.5 size-3.5 shrink-0" />}
      {price === null ? content : <bdi className="px-1.5 tabular-nums">{price}</bdi>}
    </li>
  )
}

/** Moves the labels to their lines, without drawing the page again: this runs with every frame of a scrolled chart. */
function place(list: HTMLUListElement | null, places: LinePlaces, height: number): void {
  if (list === null) return
  const labels = [...list.querySelectorAll<HTMLElement>(':scope > [data-level]')]
  const wanted = labels.flatMap(({ dataset: { level: id = '' } }) => {
    const y = places.heights.get(id)
    return y === undefined ? [] : [{ id, y }]
  })
  const placed = spreadLabels(wanted, { from: 0, to: places.height, height })
  const right = list.clientWidth - places.width + gapPx
  for (const label of labels) {
    const middle = placed.get(label.dataset.level ?? '')
    label.style.visibility = middle === undefined ? '' : 'visible'
    if (middle === undefined) continue
    label.style.right = `${right}px`
    label.style.transform = `translateY(${Math.round(middle - label.offsetHeight / 2)}px)`
  }
}
