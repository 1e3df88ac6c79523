import { type Price, price } from '@candor/money'
import type { Quote } from './quote.ts'

/**
 * Highest price of a quote, and of any level of an order: 100 million. The database stores prices as 64-bit integers in units of 10^-10,
 * which end at 922 million; the rest is room for spreads, rolls and splits.
 */
export const highestPrice = price('100000000')

const levelTimesPrice = 1000n

/** Highest level, and largest trailing distance, of an order at this price: a thousand times it, at most `highestPrice`. */
export const highestLevel = (now: Price): Price => cappedPrice((now * levelTimesPrice) as Price)

/** Limits a computed level to `highestPrice`. */
export const cappedPrice = (level: Price): Price => (level < highestPrice ? level : highestPrice)

/** Last moment that a date can name, epoch ms. */
const lastMoment = 8_640_000_000_000_000

/** Checks whether a quote's figures can be stored. One beyond them is no price of any market, and is dropped where quotes enter. */
export function isStorable({ bid, ask, time, volume }: Quote): boolean {
  const fits = (value: Price) => value <= highestPrice && value >= -highestPrice
  return fits(bid) && fits(ask) && Math.abs(time) <= lastMoment && Number.isFinite(volume)
}
