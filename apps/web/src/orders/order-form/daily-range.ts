import type { Candle } from '@candor/contract'
import { type Price, parsePrice } from '@candor/money'
import { dayMs } from '@candor/rules/time-units.ts'

/** Days that the average range covers, as is usual (Wilder). */
export const rangeDays = 14

/**
 * Computes the average true range of the newest completed days, at most `rangeDays` of them: of a day the span from low to high, with
 * the close of the day before. Rounded down to the price's unit; null with no two completed days.
 */
export function averageDailyRange(candles: readonly Candle[], digits: number, nowMs: number): Price | null {
  const completed = candles.filter(([openedAt]) => openedAt + dayMs <= nowMs).slice(-rangeDays - 1)
  const read = (value: number): bigint => parsePrice(value.toFixed(digits)) ?? 0n
  const ranges = completed.slice(1).map(([, , high, low], index) => {
    const closedAt = read(completed[index]?.[4] ?? 0)
    const top = read(high) > closedAt ? read(high) : closedAt
    const bottom = read(low) < closedAt ? read(low) : closedAt
    return top - bottom
  })
  if (ranges.length === 0) return null
  const average = ranges.reduce((sum, range) => sum + range, 0n) / BigInt(ranges.length)
  return average > 0n ? (average as Price) : null
}
