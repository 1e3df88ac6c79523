import { parseScaled, type Rate, rate, rateScale, writeScaled } from '@candor/money'
import type { MarginLevels, Market } from '../../markets/market.ts'

/**
 * Levels of an order that states none, as those placed before operators could change them. They are also what holds until an operator changes
 * them (rulebook, Contracts).
 */
export const standardMarginLevels: MarginLevels = { call: rate('1'), closeOut: rate('0.5') }

/**
 * Ranges of the levels that an operator sets, both ends included; shares in whole percent. They do not meet, so no order of changes puts a
 * stop-out above a margin call. At most 0.8: with all money used as margin, the costs of opening are below the other fifth (ADR-266).
 */
export const marginLevelBounds = {
  call: { least: '1', most: '2' },
  closeOut: { least: '0.2', most: '0.8' },
} as const

/** Returns the levels of an order placed on these terms. */
export const marginLevelsOf = ({ marginLevels }: Pick<Market, 'marginLevels'>): MarginLevels =>
  marginLevels ?? standardMarginLevels

declare const levelSumBrand: unique symbol

/** Equity at a level: the sum over positions of margin × the position's own level, in 10^-18 USDT. It is exact: nothing is rounded. */
export type LevelSum = bigint & { readonly [levelSumBrand]: true }

/** Decimals of a sum: six of a USDT, twelve of a level. */
const sumScale = 6 + rateScale
const sumUnitsPerMinor = 10n ** BigInt(rateScale)

export const noLevelSum = 0n as LevelSum

/** Adds a position's share, margin × level, to a sum; `sign` −1n takes it out again. */
export const withShare = (sum: LevelSum, marginMinor: bigint, level: Rate, sign: 1n | -1n = 1n): LevelSum =>
  (sum + sign * marginMinor * level) as LevelSum

/** Checks whether equity, in USDT's smallest unit, is at or below a sum. */
export const isAtOrBelow = (equityMinor: bigint, sum: LevelSum): boolean =>
  equityMinor * sumUnitsPerMinor <= sum

/** Returns a sum in USDT's smallest unit, rounded down. */
export const floorMinor = (sum: LevelSum): bigint => sum / sumUnitsPerMinor

/** Returns a sum in USDT's smallest unit, rounded up. */
export const ceilMinor = (sum: LevelSum): bigint => (sum + sumUnitsPerMinor - 1n) / sumUnitsPerMinor

/**
 * Returns the level of a whole account, its sum ÷ the margin used, as a decimal share rounded up to 10^-4: a level that is shown is never below
 * the one that holds.
 */
export function accountLevel(sum: LevelSum, usedMarginMinor: bigint): string {
  const unit = usedMarginMinor * 10n ** BigInt(rateScale - 4)
  return writeScaled((sum + unit - 1n) / unit, 4)
}

/** Writes a sum as a decimal text in USDT, without trailing zeros. */
export const writeLevelSum = (sum: LevelSum): string => writeScaled(sum, sumScale)

/** Reads what `writeLevelSum` wrote; null when the text is no plain decimal or finer than 10^-18. */
export const parseLevelSum = (text: string): LevelSum | null => parseScaled(text, sumScale) as LevelSum | null
