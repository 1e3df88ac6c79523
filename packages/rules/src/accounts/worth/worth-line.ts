import { dayMs, hourMs } from '../../time-units.ts'
import type { WorthPoint } from './account-return.ts'

const hourlyForMs = 8 * dayMs

/**
 * Adds the points that were not stored because nothing had changed: a line from one point to the next is then level until just before the
 * change. Points are hourly in the last eight days of the line, daily before.
 */
export function worthLine(points: readonly WorthPoint[]): WorthPoint[] {
  const hourlyFrom = (points.at(-1)?.at ?? 0) - hourlyForMs
  return points.flatMap((point, index) => {
    const before = points[index - 1]
    const stepMs = point.at < hourlyFrom ? dayMs : hourMs
    const isLevel = before !== undefined && point.at - before.at > 2 * stepMs
    return isLevel ? [{ ...before, at: point.at - stepMs }, point] : [point]
  })
}
