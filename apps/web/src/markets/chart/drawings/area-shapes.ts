import type { DrawingTool } from '@candor/rules/markets/saved-chart.ts'
import type { Coordinate } from 'klinecharts'
import { faded } from '../chart-styles.ts'
import { area, type DrawShape, label, line, outline, type Place } from './figure-parts.ts'
import { positionFigures } from './position-figures.ts'

const rectangle: DrawShape = ({ at: [from, to], shape }) =>
  from === undefined || to === undefined
    ? []
    : outline([from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }], shape)

const triangle: DrawShape = ({ at, shape }) => {
  const [first, second] = at
  if (at.length > 2) return outline(at, shape)
  return first === undefined || second === undefined ? [] : line(first, second, shape)
}

/** Corners of the polygon that an ellipse is drawn as. */
const ellipseCorners = 48

const circle: DrawShape = ({ at: [from, to], shape }) => {
  if (from === undefined || to === undefined) return []
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
  const radius = { x: Math.abs(to.x - from.x) / 2, y: Math.abs(to.y - from.y) / 2 }
  const corners = Array.from({ length: ellipseCorners }, (_, at) => {
    const angle = (at / ellipseCorners) * 2 * Math.PI
    return { x: middle.x + radius.x * Math.cos(angle), y: middle.y + radius.y * Math.sin(angle) }
  })
  return outline(corners, shape)
}

const text: DrawShape = ({ at: [place], shape }) =>
  place === undefined ? [] : [label(shape.drawing.text || '…', place, shape)]

const priceLabel: DrawShape = ({ at: [place], prices: [price], shape }) => {
  if (place === undefined || price === undefined) return []
  const end = { x: place.x + 16, y: place.y - 16 }
  return [
    ...line(place, end, shape),
    label(shape.ink.words.price(price), { ...end, baseline: 'bottom' }, shape),
  ]
}

/** Candles between two places. */
const barsBetween = ({ xAxis }: Place, from: Coordinate, to: Coordinate): number =>
  xAxis === null ? 0 : Math.round(xAxis.convertFromPixel(to.x) - xAxis.convertFromPixel(from.x))

const measure: DrawShape = (place) => {
  const { at, prices, times, shape } = place
  const [[from, to], [start, end], [since, until]] = [at, prices, times]
  if (from === undefined || to === undefined || start === undefined || end === undefined) return []
  const { up, down, words } = shape.ink
  const color = end < start ? down : up
  const middle = (from.x + to.x) / 2
  const colored = { ...shape, ink: { ...shape.ink, color } }
  const below = { x: middle, align: 'center' } as const
  const side = end < start ? 1 : -1
  const outer = to.y + side * 4
  const lines = [
    `${words.difference(end - start)} (${words.change(start, end)})`,
    words.span(barsBetween(place, from, to), (until ?? 0) - (since ?? 0)),
  ]
  return [
    area(from, to, faded(color, 0.12)),
    ...line({ x: middle, y: from.y }, { x: middle, y: to.y }, colored),
    ...line({ x: from.x, y: to.y }, { x: to.x, y: to.y }, colored),
    ...line({ x: from.x, y: from.y }, { x: to.x, y: from.y }, colored),
    ...lines.map((words, at) =>
      label(
        words,
        { ...below, y: outer + side * (side > 0 ? at : 1 - at) * 17, baseline: side > 0 ? 'top' : 'bottom' },
        colored,
      ),
    ),
  ]
}

export const areaShapes = {
  rectangle,
  triangle,
  circle,
  text,
  priceLabel,
  measure,
  longPosition: (place) => positionFigures(place, 'long'),
  shortPosition: (place) => positionFigures(place, 'short'),
} as const satisfies Partial<Record<DrawingTool, DrawShape>>
