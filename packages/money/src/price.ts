import { parseScaled, writeScaled } from './decimal-text.ts'
import { Exact } from './exact.ts'

declare const priceBrand: unique symbol
declare const lotsBrand: unique symbol
declare const rateBrand: unique symbol

/** A price in a market's quote currency, in units of 10^-10: a mid of two nine-digit prices is still exact. */
export type Price = bigint & { readonly [priceBrand]: true }
/** A volume in lots, in units of 10^-8. */
export type Lots = bigint & { readonly [lotsBrand]: true }
/** A share (0.008 = 0.8 %), in units of 10^-12. */
export type Rate = bigint & { readonly [rateBrand]: true }

export const priceScale = 10
export const lotsScale = 8
export const rateScale = 12

const unit = (scale: number) => 10n ** BigInt(scale)
const orThrow = <T>(value: bigint | null, what: string, text: string): T => {
  if (value === null) throw new RangeError(`not a ${what}: ${text}`)
  return value as T
}

/** Reads a price; null when the text is no plain decimal or finer than 10^-10. */
export const parsePrice = (text: string): Price | null => parseScaled(text, priceScale) as Price | null
/** A price from a text we wrote ourselves; throws on anything else. */
export const price = (text: string): Price => orThrow(parseScaled(text, priceScale), 'price', text)
/** The wire form, with at least `minDecimals` decimals. */
export const writePrice = (value: Price, minDecimals = 0): string =>
  writeScaled(value, priceScale, minDecimals)
/** For drawing only: a float has no place in a decision. */
export const priceToNumber = (value: Price): number => Number(value) / 10 ** priceScale
/** Converts a price to an exact value in the quote currency's own units. */
export const exactPrice = (value: Price): Exact => new Exact(value, unit(priceScale))
/** The middle of bid and ask: exact as long as neither has more than nine decimals. */
export const midOf = (bid: Price, ask: Price): Price => ((bid + ask) / 2n) as Price

/** Reads lots; null when the text is no plain decimal or finer than 10^-8. */
export const parseLots = (text: string): Lots | null => parseScaled(text, lotsScale) as Lots | null
/** Lots from a text we wrote ourselves; throws on anything else. */
export const lots = (text: string): Lots => orThrow(parseScaled(text, lotsScale), 'volume in lots', text)
/** Writes lots in their wire form, without trailing zeros. */
export const writeLots = (value: Lots): string => writeScaled(value, lotsScale)
/** Converts lots to an exact number of lots. */
export const exactLots = (value: Lots): Exact => new Exact(value, unit(lotsScale))

/** Reads a rate; null when the text is no plain decimal or finer than 10^-12. */
export const parseRate = (text: string): Rate | null => parseScaled(text, rateScale) as Rate | null
/** A rate from a text we wrote ourselves; throws on anything else. */
export const rate = (text: string): Rate => orThrow(parseScaled(text, rateScale), 'rate', text)
/** Writes a rate as a decimal share (`0.008`), without trailing zeros. */
export const writeRate = (value: Rate): string => writeScaled(value, rateScale)
/** Converts a rate to an exact share, of which 1 is the whole. */
export const exactRate = (value: Rate): Exact => new Exact(value, unit(rateScale))
