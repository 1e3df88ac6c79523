import { parseScaled, writeScaled } from '@candor/money'

/** Converts a share to percent, `0.0002` to `0.02`, exactly. */
export const percentOf = (share: string): string => scaled(share, 12, 10)

/**
 * Converts a typed percentage to a share, `0.02` to `0.0002`; null where it is not a number, or has more decimals than a share can
 * have.
 */
export function shareOf(percent: string): string | null {
  const value = parseScaled(percent, 10)
  return value === null ? null : writeScaled(value, 12)
}

/** Converts a daily share to percent over 365 days, with two decimals, rounded down. */
export function yearlyPercent(dailyShare: string): string | null {
  const value = parseScaled(dailyShare, 12)
  return value === null ? null : writeScaled((value * 365n) / 100_000_000n, 2)
}

function scaled(text: string, from: number, to: number): string {
  const value = parseScaled(text, from)
  return value === null ? text : writeScaled(value, to)
}
