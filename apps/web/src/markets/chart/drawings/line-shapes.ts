import type { DrawingTool } from '@candor/rules/markets/saved-chart.ts'
import { type Coordinate, getOverlayClass, type LineAttrs } from 'klinecharts'
import { type DrawShape, label, line, type Place } from './figure-parts.ts'

const hasCoordinates = (attrs: unknown): attrs is LineAttrs =>
  typeof attrs === 'object' && attrs !== null && 'coordinates' in attrs

/** Draws the lines of one of the library's own overlays in our ink. */
const asBuiltIn =
  (name: string): DrawShape =>
  ({ chart, at, bounding, xAxis, yAxis, shape }) => {
    const BuiltIn = getOverlayClass(name)
    if (BuiltIn === null) return []
    const overlay = new BuiltIn()
    const drawn = overlay.createPointFigures?.({
      chart,
      overlay,
      coordinates: [...at],
      bounding,
      xAxis,
      yAxis,
    })
    const lines = [drawn ?? []].flat().flatMap(({ attrs }) => [attrs].flat().filter(hasCoordinates))
    return lines.flatMap(({ coordinates: [from, to] }) => (from && to ? line(from, to, shape) : []))
  }

const horizontalRay: DrawShape = ({ at: [from], bounding, shape }) =>
  from === undefined ? [] : line(from, { x: bounding.width, y: from.y }, shape)

/** Length of the head of an arrow, in px, and half its angle. */
const head = { length: 11, angle: Math.PI / 7 }

const arrow: DrawShape = ({ at: [from, to], shape }) => {
  if (from === undefined || to === undefined) return []
  const direction = Math.atan2(to.y - from.y, to.x - from.x)
  const length = head.length + 2 * shape.drawing.width
  const corner = (turn: number): Coordinate => ({
    x: to.x - length * Math.cos(direction + turn),
    y: to.y - length * Math.sin(direction + turn),
  })
  const coordinates = [to, corner(head.angle), corner(-head.angle)]
  const point = { type: 'polygon', attrs: { coordinates }, styles: { style: 'fill', color: shape.ink.color } }
  return [...line(from, to, shape), point]
}

/** Retracements that traders use, and the extensions of a trend from its third point. */
const retracements = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const
const extensions = [0, 0.382, 0.618, 1, 1.272, 1.618, 2.618] as const

/** Levels from a place to the right edge, each with its share and its price. */
function levels(
  { bounding, yAxis, shape }: Place,
  fromX: number,
  shares: readonly (readonly [share: number, price: number])[],
) {
  const { price: priceText, number } = shape.ink.words
  return shares.flatMap(([share, price]) => {
    const y = yAxis?.convertToPixel(price) ?? 0
    const text = `${number(share)} · ${priceText(price)}`
    return [
      ...line({ x: fromX, y }, { x: bounding.width, y }, shape),
      label(text, { x: fromX + 2, y: y - 1, baseline: 'bottom' }, shape),
    ]
  })
}

const fibRetracement: DrawShape = (place) => {
  const { at, prices, shape } = place
  const [[from, to], [start, end]] = [at, prices]
  if (from === undefined || to === undefined || start === undefined || end === undefined) return []
  const shares = retracements.map((share) => [share, end + (start - end) * share] as const)
  return [...line(from, to, shape, true), ...levels(place, Math.min(from.x, to.x), shares)]
}

const fibExtension: DrawShape = (place) => {
  const { at, prices, shape } = place
  const [from, turn, third] = at
  const [start, end, base] = prices
  if (from === undefined || turn === undefined) return []
  const trend = line(from, turn, shape, true)
  if (third === undefined || start === undefined || end === undefined || base === undefined) return trend
  const shares = extensions.map((share) => [share, base + (end - start) * share] as const)
  return [...trend, ...line(turn, third, shape, true), ...levels(place, third.x, shares)]
}

export const lineShapes = {
  trendLine: asBuiltIn('segment'),
  ray: asBuiltIn('rayLine'),
  extendedLine: asBuiltIn('straightLine'),
  horizontalLine: asBuiltIn('horizontalStraightLine'),
  horizontalRay,
  verticalLine: asBuiltIn('verticalStraightLine'),
  arrow,
  channel: asBuiltIn('parallelStraightLine'),
  priceChannel: asBuiltIn('priceChannelLine'),
  fibRetracement,
  fibExtension,
} as const satisfies Partial<Record<DrawingTool, DrawShape>>
