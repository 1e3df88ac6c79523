import { type OverlayCreateFiguresCallbackParams, type OverlayFigure, registerOverlay } from 'klinecharts'
import type { CandleChart } from '../candle-chart.ts'
import { type ChartColors, faded } from '../chart-styles.ts'
import { candleAt, type OwnTrade, type TradePoint } from './own-trades.ts'

/** Marks as the overlay carries them. */
export interface TradeMarks {
  readonly trades: readonly OwnTrade[]
  readonly chosenId: string | null
  readonly colors: ChartColors
  /** px around a mark that a finger hits, or the pointer of a mouse. */
  readonly reach: number
  /** Length of a candle. */
  readonly candleMs: number
  /** Writes when an option ends. */
  readonly endText: (trade: OwnTrade) => string
}

interface Spot {
  readonly x: number
  readonly y: number
}
type Figures = OverlayCreateFiguresCallbackParams<TradeMarks>

const groupId = 'own-trades'
const size = 6

/** A triangle that points at the price: from below for what was bought, from above for what was sold. */
function entryMark({ x, y }: Spot, { side }: OwnTrade, { colors }: TradeMarks): OverlayFigure {
  const away = side === 'up' ? 1 : -1
  const corners = [
    { x, y: y + away },
    { x: x - size, y: y + away * size * 2 },
    { x: x + size, y: y + away * size * 2 },
  ]
  const color = side === 'up' ? colors.up : colors.down
  const styles = { style: 'stroke_fill', color, borderColor: colors.surface, borderSize: 1 }
  return { type: 'polygon', attrs: { coordinates: corners }, styles, ignoreEvent: true }
}

const resultColor = ({ profit }: OwnTrade, { up, down, ink3 }: ChartColors): string => {
  const result = Number(profit ?? 0)
  if (result === 0) return ink3
  return result > 0 ? up : down
}

/** A hollow diamond at the price of the exit, in the colour of the result. */
function exitMark({ x, y }: Spot, trade: OwnTrade, { colors }: TradeMarks): OverlayFigure {
  const corners = [
    { x, y: y - size },
    { x: x + size, y },
    { x, y: y + size },
    { x: x - size, y },
  ]
  const borderColor = resultColor(trade, colors)
  const styles = { style: 'stroke_fill', color: colors.surface, borderColor, borderSize: 2 }
  return { type: 'polygon', attrs: { coordinates: corners }, styles, ignoreEvent: true }
}

const line = (from: Spot, to: Spot, color: string, style: 'solid' | 'dashed' = 'dashed'): OverlayFigure => ({
  type: 'line',
  attrs: { coordinates: [from, to] },
  styles: { style, dashedValue: [2, 3], color, size: 1 },
  ignoreEvent: true,
})

/** Area that a pointer hits; its key names the trade. */
const target = ({ x, y }: Spot, { id }: OwnTrade, reach: number): OverlayFigure => ({
  key: id,
  type: 'circle',
  attrs: { x, y, r: reach },
  styles: { style: 'fill', color: 'transparent' },
})

const ring = ({ x, y }: Spot, color: string): OverlayFigure => ({
  type: 'circle',
  attrs: { x, y, r: size * 2 },
  styles: { style: 'stroke_fill', color: faded(color, 0.15), borderColor: color, borderSize: 1 },
  ignoreEvent: true,
})

/** The price an option is measured against up to its end, and the end as a line down the chart. */
function runningOption(
  spot: Spot,
  end: Spot,
  trade: OwnTrade,
  { bounding, overlay }: Figures,
): OverlayFigure[] {
  const { colors, endText } = overlay.extendData
  const styles = {
    style: 'fill',
    color: colors.accent,
    size: 11,
    family: colors.family,
    backgroundColor: faded(colors.surface, 0.85),
    paddingLeft: 4,
    paddingRight: 4,
    paddingTop: 2,
    paddingBottom: 2,
  }
  const away = trade.side === 'up' ? -1 : 1
  const text = { x: spot.x - size, y: spot.y + away * size, text: endText(trade), align: 'right' }
  const baseline = away < 0 ? 'bottom' : 'top'
  return [
    line({ x: end.x, y: 0 }, { x: end.x, y: bounding.height }, colors.accent),
    line(spot, { x: Math.max(end.x, spot.x + size * 3), y: spot.y }, colors.accent, 'solid'),
    { type: 'text', attrs: { ...text, baseline }, styles, ignoreEvent: true },
  ]
}

function figuresOf(trade: OwnTrade, params: Figures): OverlayFigure[] {
  const marks = params.overlay.extendData
  const candles = params.chart.getDataList()
  const spotOf = (point: TradePoint): Spot | null => {
    const index = candleAt(candles, point.at, marks.candleMs)
    if (index === null || params.xAxis === null || params.yAxis === null) return null
    return { x: params.xAxis.convertToPixel(index), y: params.yAxis.convertToPixel(point.price) }
  }
  const entry = spotOf(trade.entry)
  const exit = trade.exit === null ? null : spotOf(trade.exit)
  const end = trade.endsAt === null ? null : spotOf({ at: trade.endsAt, price: trade.entry.price })
  const isChosen = trade.id === marks.chosenId
  const spots = [entry, exit].filter((spot) => spot !== null)
  return [
    ...(entry !== null && end !== null ? runningOption(entry, end, trade, params) : []),
    ...(entry !== null && exit !== null ? [line(entry, exit, resultColor(trade, marks.colors))] : []),
    ...(isChosen ? spots.map((spot) => ring(spot, marks.colors.accent)) : []),
    ...(entry === null ? [] : [entryMark(entry, trade, marks)]),
    ...(exit === null ? [] : [exitMark(exit, trade, marks)]),
    ...spots.map((spot) => target(spot, trade, marks.reach)),
  ]
}

let registered = false
function register(): void {
  if (registered) return
  registered = true
  registerOverlay<TradeMarks>({
    name: groupId,
    totalStep: 2,
    needDefaultPointFigure: false,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures: (params) =>
      // The newest are on top, and hit first.
      params.overlay.extendData.trades.toReversed().flatMap((trade) => figuresOf(trade, params)),
  })
}

/** Draws marks of trades on a chart in place of those before. */
export function showTradeMarks(
  { library }: CandleChart,
  marks: TradeMarks,
  onChosen: (id: string) => void,
): void {
  register()
  hideTradeMarks({ library })
  if (marks.trades.length === 0) return
  const cursor = (shape: string) => {
    const place = library.getDom()
    if (place !== null) place.style.cursor = shape
  }
  library.createOverlay({
    name: groupId,
    groupId,
    lock: true,
    // Where it is drawn comes from the trades; the library draws no overlay without a point.
    points: [{ value: marks.trades[0]?.entry.price ?? 0 }],
    extendData: marks,
    onClick: ({ figure }) => {
      if (figure?.key !== undefined) onChosen(figure.key)
    },
    // The library would delete it.
    onRightClick: (event) => event.preventDefault?.(),
    onMouseEnter: () => cursor('pointer'),
    onMouseLeave: () => cursor(''),
  })
}

export function hideTradeMarks({ library }: Pick<CandleChart, 'library'>): void {
  library.removeOverlay({ groupId })
}
