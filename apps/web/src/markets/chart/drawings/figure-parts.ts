import type { SavedDrawing } from '@candor/contract'
import type { Bounding, Chart, Coordinate, OverlayFigure, XAxis, YAxis } from 'klinecharts'
import { faded } from '../chart-styles.ts'

/** Words and figures of drawings in the reader's language. */
export interface DrawingWords {
  readonly price: (price: number) => string
  readonly change: (from: number, to: number) => string
  readonly difference: (amount: number) => string
  readonly span: (bars: number, ms: number) => string
  readonly target: (price: string, change: string) => string
  readonly stop: (price: string, change: string) => string
  readonly ratio: (ratio: string) => string
  readonly number: (figure: number) => string
}

/** Colours and sizes of drawings. */
export interface Ink {
  readonly color: string
  readonly ground: string
  readonly up: string
  readonly down: string
  readonly family: string
  /** Half the width of what a pointer hits around a line, in px: more for a finger. */
  readonly reach: number
  readonly words: DrawingWords
}

/** A drawing as its overlay carries it. */
export interface DrawnShape {
  readonly drawing: SavedDrawing
  readonly ink: Ink
  readonly selected: boolean
}

/** Places of a drawing's points on the pane; while it is drawn, of those there are. */
export interface Place {
  readonly chart: Chart
  readonly at: readonly Coordinate[]
  readonly prices: readonly number[]
  readonly times: readonly number[]
  readonly bounding: Bounding
  readonly xAxis: XAxis | null
  readonly yAxis: YAxis | null
  readonly shape: DrawnShape
}

export type DrawShape = (place: Place) => OverlayFigure[]

const transparent = 'transparent'

/** A line between two places, with the band around it that a pointer hits. */
export function line(from: Coordinate, to: Coordinate, shape: DrawnShape, dashed = false): OverlayFigure[] {
  const { ink, drawing } = shape
  const styles = {
    style: dashed ? 'dashed' : 'solid',
    dashedValue: [4, 4],
    color: ink.color,
    size: drawing.width,
  }
  return [
    { type: 'line', attrs: { coordinates: [from, to] }, styles, ignoreEvent: true },
    band(from, to, ink.reach),
  ]
}

/** The band around a line that a pointer hits, as far beyond its ends as beside it: a point at an end is within. */
function band(from: Coordinate, to: Coordinate, reach: number): OverlayFigure {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
  const along = { x: ((to.x - from.x) / length) * reach, y: ((to.y - from.y) / length) * reach }
  const corner = ({ x, y }: Coordinate, ahead: 1 | -1, side: 1 | -1) => ({
    x: x + ahead * along.x - side * along.y,
    y: y + ahead * along.y + side * along.x,
  })
  const coordinates = [corner(from, -1, 1), corner(to, 1, 1), corner(to, 1, -1), corner(from, -1, -1)]
  return { type: 'polygon', attrs: { coordinates }, styles: { style: 'fill', color: transparent } }
}

/** A closed line of any number of corners, faintly filled; a pointer hits its edge, and its inside belongs to the chart. */
export function outline(corners: readonly Coordinate[], shape: DrawnShape): OverlayFigure[] {
  const { ink, drawing } = shape
  const fill: OverlayFigure = {
    type: 'polygon',
    attrs: { coordinates: [...corners] },
    styles: {
      style: 'stroke_fill',
      color: faded(ink.color, 0.1),
      borderColor: ink.color,
      borderSize: drawing.width,
    },
    ignoreEvent: true,
  }
  const edges = corners.map((corner, at) =>
    band(corner, corners[(at + 1) % corners.length] ?? corner, ink.reach),
  )
  return [fill, ...edges]
}

/** A filled area that no pointer hits. */
export const area = (from: Coordinate, to: Coordinate, color: string): OverlayFigure => ({
  type: 'rect',
  attrs: {
    x: Math.min(from.x, to.x),
    y: Math.min(from.y, to.y),
    width: Math.abs(to.x - from.x),
    height: Math.abs(to.y - from.y),
  },
  styles: { style: 'fill', color },
  ignoreEvent: true,
})

export interface LabelPlace extends Coordinate {
  readonly align?: 'left' | 'center' | 'right'
  readonly baseline?: 'top' | 'middle' | 'bottom'
}

/** A text on the ground of the chart, so that no candle runs through it. */
export function label(
  text: string,
  { align = 'left', baseline = 'middle', ...place }: LabelPlace,
  { ink }: DrawnShape,
  color = ink.color,
): OverlayFigure {
  const styles = {
    style: 'fill',
    color,
    size: 11,
    family: ink.family,
    weight: 500,
    backgroundColor: faded(ink.ground, 0.85),
    borderRadius: 3,
    paddingLeft: 4,
    paddingRight: 4,
    paddingTop: 2,
    paddingBottom: 2,
  }
  return { type: 'text', attrs: { ...place, text, align, baseline }, styles }
}

/** Handles of a selected drawing. */
export const handles = (at: readonly Coordinate[], { ink }: DrawnShape): OverlayFigure[] =>
  at.map(({ x, y }) => ({
    type: 'circle',
    attrs: { x, y, r: 5 },
    styles: { style: 'stroke_fill', color: ink.ground, borderColor: ink.color, borderSize: 2 },
    ignoreEvent: true,
  }))
