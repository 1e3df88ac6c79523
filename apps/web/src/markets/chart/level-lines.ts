import { type Chart, type OverlayFigure, registerOverlay } from 'klinecharts'
import { mainPane } from './indicators/show-indicators.ts'

/** A price level drawn across the chart: an order's opening price, entry level, stop loss or take profit. Its label is an element of the page. */
export interface ChartLine {
  readonly id: string
  readonly price: number
  readonly color: string
}

/** Heights of the lines as they are drawn, in px from the top, for their labels. */
export interface LinePlaces {
  readonly heights: ReadonlyMap<string, number>
  /** Size of the area of the prices, without the axis. */
  readonly width: number
  readonly height: number
}

export interface LevelLines {
  show(lines: readonly ChartLine[]): void
  /** Draws a line at another price while it is dragged; null puts it back. */
  drag(dragged: { readonly id: string; readonly price: number } | null): void
  /** Returns the price at a height in px from the top; null while the chart has no prices. */
  priceAt(y: number): number | null
  heightOf(price: number): number | null
  /** Calls back whenever lines were drawn, at most once a frame. Returns the end of it. */
  follow(onDrawn: (places: LinePlaces) => void): () => void
}

interface DrawnLine {
  readonly line: ChartLine
  readonly onDrawn: (id: string, y: number, area: { readonly width: number; readonly height: number }) => void
}

const groupId = 'orders'

let known = false
function registerLevels(): void {
  if (known) return
  known = true
  registerOverlay<DrawnLine>({
    name: 'level',
    totalStep: 2,
    needDefaultPointFigure: false,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures: ({ coordinates, bounding, overlay }): OverlayFigure => {
      const y = coordinates[0]?.y ?? 0
      const { line, onDrawn } = overlay.extendData
      onDrawn(line.id, y, bounding)
      return {
        type: 'line',
        attrs: {
          coordinates: [
            { x: 0, y },
            { x: bounding.width, y },
          ],
        },
        styles: { style: 'dashed', dashedValue: [5, 4], color: line.color, size: 1 },
        ignoreEvent: true,
      }
    },
  })
}

/** Draws the lines of orders, and tells where they are whenever the chart has been drawn. */
export function createLevels(chart: Chart): LevelLines {
  registerLevels()
  const heights = new Map<string, number>()
  const followers = new Set<(places: LinePlaces) => void>()
  let area = { width: 0, height: 0 }
  let shown: readonly ChartLine[] = []
  let dragged: Parameters<LevelLines['drag']>[0] = null
  let waits = false
  const tell = () => {
    waits = false
    for (const follower of followers) follower({ heights, ...area })
  }
  const onDrawn: DrawnLine['onDrawn'] = (id, y, { width, height }) => {
    heights.set(id, y)
    area = { width, height }
    if (!waits) requestAnimationFrame(tell)
    waits = true
  }
  const draw = () => {
    chart.removeOverlay({ groupId })
    heights.clear()
    for (const line of shown) {
      const price = dragged?.id === line.id ? dragged.price : line.price
      chart.createOverlay({
        name: 'level',
        groupId,
        lock: true,
        points: [{ value: price }],
        extendData: { line, onDrawn },
      })
    }
  }
  return {
    show: (lines) => {
      shown = lines
      draw()
    },
    drag: (moved) => {
      dragged = moved
      draw()
    },
    priceAt: (y) => [chart.convertFromPixel([{ x: 0, y }], { paneId: mainPane })].flat()[0]?.value ?? null,
    heightOf: (price) =>
      [chart.convertToPixel([{ value: price }], { paneId: mainPane })].flat()[0]?.y ?? null,
    follow: (follower) => {
      followers.add(follower)
      follower({ heights, ...area })
      return () => followers.delete(follower)
    },
  }
}
