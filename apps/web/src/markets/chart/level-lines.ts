import { type Chart, type OverlayFigure, registerOverlay } from 'klinecharts'
import type { Grip } from './page-swipe.ts'

/** A price level drawn across the chart: an order's opening price, entry level, stop loss or take profit. */
export interface ChartLine {
  readonly id: string
  readonly price: number
  readonly label: string
  readonly color: string
  /** Background of the label. */
  readonly ground: string
  /** True if it can be dragged to another price. */
  readonly movable: boolean
}

export type LevelDrop = (id: string, price: number) => void

const groupId = 'orders'

/**
 * The label of a movable line is its handle: filled, and large enough for touch. The label of a fixed line has a background, so
 * that no candles run through its text.
 */
function labelOf({ label, color, ground, movable }: ChartLine, width: number, y: number): OverlayFigure {
  const styles = {
    style: 'fill',
    color: movable ? ground : color,
    size: 11,
    backgroundColor: movable ? color : ground,
    borderColor: 'transparent',
    borderRadius: 3,
    paddingLeft: 6,
    paddingRight: 6,
    paddingTop: movable ? 4 : 2,
    paddingBottom: movable ? 4 : 2,
  }
  const text = movable ? `⠿ ${label}` : label
  const attrs = { x: width - 8, text, align: 'right' }
  return movable
    ? { type: 'text', attrs: { ...attrs, y, baseline: 'middle' }, styles }
    : { type: 'text', attrs: { ...attrs, y: y - 2, baseline: 'bottom' }, styles, ignoreEvent: true }
}

let known = false
function registerLevels(): void {
  if (known) return
  known = true
  registerOverlay<ChartLine>({
    name: 'level',
    totalStep: 2,
    needDefaultPointFigure: false,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures: ({ coordinates, bounding, overlay }) => {
      const y = coordinates[0]?.y ?? 0
      const line = overlay.extendData
      const { width } = bounding
      const across = [
        { x: 0, y },
        { x: width, y },
      ]
      const dashes = { style: 'dashed', dashedValue: [5, 4], color: line.color, size: 1 }
      const drawn: OverlayFigure = {
        type: 'line',
        attrs: { coordinates: across },
        styles: dashes,
        ignoreEvent: true,
      }
      return [drawn, labelOf(line, width, y)]
    },
  })
}

/**
 * Draws the lines and lets the movable ones be dragged. A released line returns to its place: the drag asks for a change, and the
 * server's result is drawn. Updates during a drag wait for its end.
 */
export function createLevels(
  chart: Chart,
  onDrop: LevelDrop,
  grip: Grip,
): (lines: readonly ChartLine[]) => void {
  registerLevels()
  let shown: readonly ChartLine[] = []
  const draw = () => {
    chart.removeOverlay({ groupId })
    for (const line of shown)
      chart.createOverlay({
        name: 'level',
        groupId,
        lock: !line.movable,
        points: [{ value: line.price }],
        extendData: line,
        onPressedMoveStart: () => {
          grip.held = true
        },
        onPressedMoveEnd: ({ overlay }) => {
          grip.held = false
          const to = overlay.points[0]?.value
          queueMicrotask(draw)
          if (to !== undefined && to !== line.price) onDrop(line.id, to)
        },
        onMouseEnter: () => point(chart, line.movable),
        onMouseLeave: () => point(chart, false),
      })
  }
  return (lines) => {
    shown = lines
    if (!grip.held) draw()
  }
}

function point(chart: Chart, movable: boolean): void {
  const place = chart.getDom()
  if (place !== null) place.style.cursor = movable ? 'ns-resize' : ''
}
