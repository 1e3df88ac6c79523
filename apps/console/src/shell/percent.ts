import { parseScaled, writeScaled } from '@candor/money'

/** A share as people write it, `0.0002` as `0.02`: exact, both ways. */
export const percentOf = (share: string): string => scaled(share, 12, 10)

/** The share of a typed per cent, `0.02` as `0.0002`; null where it is no number, or has more decimals than a share can have. */
export function shareOf(percent: string): string | null {
  const value = parseScaled(percent, 10)
  return value === null ? null : writeScaled(value, 12)
}

/** What a share a day comes to in 365 days, in per cent with two decimals, rounded down. */
export function yearlyPercent(dailyShare: string): string | null {
  const value = parseScaled(dailyShare, 12)
  return value === null ? null : writeScaled((value * 365n) / 100_000_000n, 2)
}

function scaled(text: string, from: number, to: number): string {
  const value = parseScaled(text, from)
  return value === null ? text : writeScaled(value, to)
}
