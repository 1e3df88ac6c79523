import type { OverlayFigure } from 'klinecharts'
import { faded } from '../chart-styles.ts'
import { area, label, line, type Place } from './figure-parts.ts'

/** A planned position, by the prices of its three points. */
export interface PlannedPosition {
  readonly entry: number
  readonly target: number
  readonly stop: number
  /** Possible gain for each unit of possible loss; null where the entry is not between target and stop. */
  readonly ratio: number | null
}

/** Reads a plan from its entry and two further prices: a long position's target is the higher one, a short one's the lower. */
export function planPosition(
  [entry, one, other]: readonly [number, number, number],
  direction: 'long' | 'short',
): PlannedPosition {
  const [low, high] = one < other ? [one, other] : [other, one]
  const [target, stop] = direction === 'long' ? [high, low] : [low, high]
  const risk = Math.abs(entry - stop)
  const isBetween = low < entry && entry < high
  return { entry, target, stop, ratio: isBetween ? Math.abs(target - entry) / risk : null }
}

/** Draws target and stop of a planned position as two areas, with the ratio of reward to risk at its entry. */
export function positionFigures(place: Place, direction: 'long' | 'short'): OverlayFigure[] {
  const { at, prices, yAxis, shape } = place
  const [from, second] = at
  const [entry, one] = prices
  if (from === undefined || second === undefined || entry === undefined || one === undefined) return []
  // Until the third point is placed, the stop is as far as the target.
  const plan = planPosition([entry, one, prices[2] ?? 2 * entry - one], direction)
  const { words, up, down } = shape.ink
  const [left, right] = [from.x, second.x, at[2]?.x ?? second.x].reduce<readonly [number, number]>(
    ([least, most], x) => [Math.min(least, x), Math.max(most, x)],
    [from.x, from.x + 48],
  )
  const yOf = (price: number) => yAxis?.convertToPixel(price) ?? 0
  const edge = (price: number, color: string, text: string) => {
    const y = yOf(price)
    const colored = { ...shape, ink: { ...shape.ink, color } }
    const baseline = price > plan.entry ? 'bottom' : 'top'
    return [
      area({ x: left, y: yOf(plan.entry) }, { x: right, y }, faded(color, 0.14)),
      ...line({ x: left, y }, { x: right, y }, colored),
      label(text, { x: left, y: y + (baseline === 'bottom' ? -3 : 3), baseline }, colored),
    ]
  }
  const signed = (price: number) => words.change(plan.entry, price)
  const ratio = plan.ratio === null ? '–' : words.number(Number(plan.ratio.toFixed(2)))
  return [
    ...edge(plan.target, up, words.target(words.price(plan.target), signed(plan.target))),
    ...edge(plan.stop, down, words.stop(words.price(plan.stop), signed(plan.stop))),
    ...line({ x: left, y: from.y }, { x: right, y: from.y }, shape),
    label(words.ratio(ratio), { x: right + 4, y: from.y }, shape),
  ]
}
