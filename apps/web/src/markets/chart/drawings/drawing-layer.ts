import type { ChartPoint } from '@candor/contract'
import { type DrawingTool, drawingTools } from '@candor/rules/markets/saved-chart.ts'
import { type OverlayCreateFiguresCallbackParams, type Point, registerOverlay } from 'klinecharts'
import type { CandleChart } from '../candle-chart.ts'
import { areaShapes } from './area-shapes.ts'
import { type DrawnShape, type DrawShape, handles } from './figure-parts.ts'
import { lineShapes } from './line-shapes.ts'
import { pointsOf } from './tool-catalog.ts'

const shapes: Readonly<Record<DrawingTool, DrawShape>> = { ...lineShapes, ...areaShapes }
const overlayName = (tool: DrawingTool): string => `candor-${tool}`
const groupId = 'drawings'
const draftGroup = 'draft'

function figuresOf({
  chart,
  overlay,
  coordinates,
  bounding,
  xAxis,
  yAxis,
}: OverlayCreateFiguresCallbackParams<DrawnShape>) {
  const shape = overlay.extendData
  const prices = overlay.points.map(({ value }) => value ?? 0)
  const times = overlay.points.map(({ timestamp }) => timestamp ?? 0)
  const place = { chart, at: coordinates, prices, times, bounding, xAxis, yAxis, shape }
  const drawn = shapes[shape.drawing.tool](place)
  return shape.selected ? [...handles(coordinates, shape), ...drawn] : drawn
}

let registered = false
function registerTools(): void {
  if (registered) return
  registered = true
  for (const tool of drawingTools)
    registerOverlay<DrawnShape>({
      name: overlayName(tool),
      totalStep: pointsOf[tool] + 1,
      needDefaultPointFigure: true,
      createPointFigures: figuresOf,
    })
}

/** More decimals than any market's price. */
const priceDecimals = 10

/** Points of an overlay as they are saved; null where one has no time or price. */
export function savedPoints(points: readonly Partial<Point>[]): ChartPoint[] | null {
  const saved = points.flatMap(({ timestamp, value }) =>
    timestamp === undefined || value === undefined || !Number.isFinite(value) || timestamp < 0
      ? []
      : [{ at: Math.round(timestamp), price: Number(value.toFixed(priceDecimals)) }],
  )
  return saved.length === points.length ? saved : null
}

const overlayPoints = (points: readonly ChartPoint[]) =>
  points.map(({ at, price }) => ({ timestamp: at, value: price }))

export interface LayerHandlers {
  readonly onMoved: (id: string, points: readonly ChartPoint[]) => void
  readonly onSelected: (id: string | null) => void
}

/** Draws saved drawings on a chart, and a new one while its points are placed. */
export class DrawingLayer {
  private readonly canvas: CandleChart
  private readonly handlers: LayerHandlers
  private shown: readonly DrawnShape[] = []

  constructor(canvas: CandleChart, handlers: LayerHandlers) {
    registerTools()
    this.canvas = canvas
    this.handlers = handlers
  }

  /** Shows exactly these drawings. While one is dragged the others wait for its end. */
  show(drawn: readonly DrawnShape[]): void {
    this.shown = drawn
    if (!this.canvas.grip.held) this.draw()
  }

  /** Shows a drawing that is not finished, with the points it has so far. */
  preview(shape: DrawnShape, points: readonly ChartPoint[]): void {
    this.cancel()
    this.canvas.library.createOverlay({
      ...this.create(shape),
      groupId: draftGroup,
      points: overlayPoints(points),
      lock: true,
    })
  }

  /** Drops a drawing that is not finished. */
  cancel(): void {
    this.canvas.library.removeOverlay({ groupId: draftGroup })
  }

  close(): void {
    this.cancel()
    this.canvas.library.removeOverlay({ groupId })
  }

  private draw(): void {
    this.canvas.library.removeOverlay({ groupId })
    for (const shape of this.shown) this.place(shape)
  }

  private place(shape: DrawnShape): void {
    const { drawing } = shape
    const { grip } = this.canvas
    this.canvas.library.createOverlay({
      ...this.create(shape),
      id: drawing.id,
      groupId,
      lock: drawing.locked,
      points: overlayPoints(drawing.points),
      onSelected: () => this.handlers.onSelected(drawing.id),
      onDeselected: () => this.handlers.onSelected(null),
      // The library would delete it.
      onRightClick: (event) => event.preventDefault?.(),
      onPressedMoveStart: () => {
        grip.held = true
      },
      onPressedMoveEnd: ({ overlay }) => {
        grip.held = false
        const points = savedPoints(overlay.points)
        queueMicrotask(() => {
          this.draw()
          if (points !== null) this.handlers.onMoved(drawing.id, points)
        })
      },
    })
  }

  private create(shape: DrawnShape) {
    const { ink, drawing } = shape
    const point = {
      color: ink.ground,
      borderColor: ink.color,
      borderSize: 2,
      radius: ink.reach / 2,
      activeColor: ink.color,
      activeBorderColor: ink.color,
      activeBorderSize: 2,
      activeRadius: ink.reach / 2 + 1,
    }
    return { name: overlayName(drawing.tool), extendData: shape, styles: { point } }
  }
}
