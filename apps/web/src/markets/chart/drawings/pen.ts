import type { ChartPoint } from '@candor/contract'
import type { Chart, Coordinate } from 'klinecharts'
import { mainPane } from '../indicators/show-indicators.ts'
import { savedPoints } from './drawing-layer.ts'

/** px that an arrow key moves a point up or down; with Shift ten times as far. */
const stepPx = 4
const shiftTimes = 10

const directions: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

interface Key {
  readonly key: string
  readonly shiftKey: boolean
}

/** Returns the way an arrow key moves: sideways by candles. Null for any other key. */
export function stepOf(chart: Chart, { key, shiftKey }: Key): Coordinate | null {
  const direction = directions[key]
  if (direction === undefined) return null
  const times = shiftKey ? shiftTimes : 1
  return { x: direction[0] * chart.getBarSpace().bar * times, y: direction[1] * stepPx * times }
}

/** Moves points by px, as they look at this zoom; null where the chart has no candles. */
export function movePoints(chart: Chart, points: readonly ChartPoint[], by: Coordinate): ChartPoint[] | null {
  const filter = { paneId: mainPane }
  const places = chart.convertToPixel(
    points.map(({ at, price }) => ({ timestamp: at, value: price })),
    filter,
  )
  const moved = [places].flat().map(({ x = 0, y = 0 }) => ({ x: x + by.x, y: y + by.y }))
  return savedPoints([chart.convertFromPixel(moved, filter)].flat())
}

/** A drawing while its points are placed, by pointer or by keys: the cross over the prices, and the points so far. */
export class Pen {
  points: readonly ChartPoint[] = []
  private readonly chart: Chart
  private place: Coordinate

  constructor(chart: Chart) {
    this.chart = chart
    const { width, height } = this.size()
    this.place = { x: Math.round(width * 0.6), y: Math.round(height / 2) }
  }

  /** Moves the cross by px. */
  move(by: Coordinate): void {
    this.moveTo({ x: this.place.x + by.x, y: this.place.y + by.y })
  }

  /** Moves the cross; it stays over the prices. */
  moveTo({ x, y }: Coordinate): void {
    const { width, height } = this.size()
    const within = (value: number, most: number) => Math.max(0, Math.min(value, most))
    this.place = { x: within(x, width - 1), y: within(y, height - 1) }
    this.chart.executeAction('onCrosshairChange', { ...this.place, paneId: mainPane })
  }

  /** Checks whether a place is over the prices, and not over an axis or the pane of an indicator. */
  isOver({ x, y }: Coordinate): boolean {
    const { width, height } = this.size()
    return x < width && y < height
  }

  /** The point under the cross; null where the chart has no candles. */
  point(): ChartPoint | null {
    const points = savedPoints([this.chart.convertFromPixel([this.place], { paneId: mainPane })].flat())
    return points?.[0] ?? null
  }

  private size() {
    return this.chart.getSize(mainPane, 'main') ?? { width: 0, height: 0 }
  }
}
