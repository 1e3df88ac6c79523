import { formatDecimal } from './format-decimal.ts'

/**
 * Writes a price with the digits of its market, rounded for display only: a mid price has one digit more than any list shows. While the
 * digits are not known, the price is written as it is.
 */
export const formatPrice = (price: string | null, digits: number | undefined, tag: string): string =>
  formatDecimal(price ?? '', tag, digits === undefined ? {} : { min: digits, max: digits })

/** Writes the distance between two prices, with a plus or minus. */
export const formatPriceChange = (change: string, digits: number, tag: string): string =>
  formatDecimal(change, tag, { min: digits, max: digits, signed: true })

/** Writes a level that somebody typed, with at least the digits of its market: what was typed is never rounded. */
export const formatLevel = (level: string, digits: number | undefined, tag: string): string =>
  formatDecimal(level, tag, { min: digits ?? 0 })
