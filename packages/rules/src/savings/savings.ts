import { divide, exactRate, type Rate, roundDown } from '@candor/money'
import { dayMs } from '../time-units.ts'

/**
 * Days of interest that are reserved for every holding. An entry that the reserve does not cover for as long is
 * refused, and a lower rate is announced as long before.
 */
export const savingsCoverDays = 30

/** The highest daily rate of any coin, without exceptions: 18.25 % a year. */
export const savingsRateMost = 500_000_000n as Rate

/** Number of the UTC day of a moment (epoch ms), counted from 1 January 1970. */
export const savingsDayOf = (ms: number): number => Math.floor(ms / dayMs)
/** Start of a UTC day, epoch ms. */
export const savingsDayStart = (day: number): number => day * dayMs

/** One customer's savings in one coin; amounts in the coin's smallest unit. */
export interface SavingsHolding {
  readonly heldMinor: bigint
  /** The lowest amount held at any moment of `day` so far: interest of that day is paid on it. */
  readonly steadyMinor: bigint
  /** The current UTC day of this holding: every day before it is settled. */
  readonly day: number
  /** Interest reserved for this holding in the operator's reserve. */
  readonly reservedMinor: bigint
}

/** Rates by the UTC day from which they hold, the latest announcement first; see `savingsRateOn`. */
export interface SavingsRate {
  readonly dailyRate: Rate
  readonly fromDay: number
}

export interface SettledDay {
  readonly day: number
  readonly dailyRate: Rate
  readonly steadyMinor: bigint
  /** Interest due at the day's rate. */
  readonly dueMinor: bigint
  /** Interest paid: all of it, or nothing where neither the reservation nor the free reserve covers it. */
  readonly paidMinor: bigint
}

export interface Settled {
  readonly days: readonly SettledDay[]
  /** Its `reservedMinor` is the amount left before `savingsReservation` reserves again. */
  readonly holding: SavingsHolding
  /** The free part of the reserve, as if the holding's whole reservation had been returned to it. */
  readonly poolMinor: bigint
}

/** A day's interest in the coin's smallest unit: amount × daily rate, rounded down; the remainder stays in the reserve. */
export function savingsDayMinor(amountMinor: bigint, dailyRate: Rate): bigint {
  const { numerator, denominator } = exactRate(dailyRate)
  return divide(amountMinor * numerator, denominator, roundDown)
}

/** The daily rate of a UTC day: the newest announcement (first in `rates`) that has begun by then, or 0 before the first. */
export const savingsRateOn = (rates: readonly SavingsRate[], day: number): Rate =>
  rates.find(({ fromDay }) => fromDay <= day)?.dailyRate ?? (0n as Rate)

/** The next announced change after `day`; null when the rate stays. */
export function nextSavingsRate(rates: readonly SavingsRate[], day: number): SavingsRate | null {
  const starts = [...new Set(rates.map(({ fromDay }) => fromDay))]
    .filter((from) => from > day)
    .sort((a, b) => a - b)
  const now = savingsRateOn(rates, day)
  for (const fromDay of starts) {
    const dailyRate = savingsRateOn(rates, fromDay)
    if (dailyRate !== now) return { dailyRate, fromDay }
  }
  return null
}

/** The highest current or announced rate from `day` on. Interest is reserved at it, so a rise is covered before it begins. */
export function savingsCoverRate(rates: readonly SavingsRate[], day: number): Rate {
  const days = [day, ...rates.map(({ fromDay }) => fromDay).filter((from) => from > day)]
  return days.map((one) => savingsRateOn(rates, one)).reduce((most, one) => (one > most ? one : most))
}

/**
 * First UTC day of a newly approved rate: today for a coin's first rate, tomorrow for one that is not lower, and for a
 * lower one the day when everything reserved at the old rate is paid.
 */
export function savingsRateStart(rates: readonly SavingsRate[], dailyRate: Rate, today: number): number {
  if (rates.length === 0) return today
  return dailyRate >= savingsCoverRate(rates, today) ? today + 1 : today + 1 + savingsCoverDays
}

/**
 * Settles every full UTC day of a holding before `today`, each once. A day pays interest on the lowest amount held in
 * it, so money that came in during a day earns from the next midnight UTC, and money that left during a day earns
 * nothing for it. Interest is paid from the holding's reservation, then from `freeMinor`, the reserve's free part. A
 * day that both together do not cover pays nothing. A clock set back settles nothing. Amounts in the coin's smallest
 * unit.
 */
export function settleSavings(
  holding: SavingsHolding,
  { rates, today, freeMinor }: { rates: readonly SavingsRate[]; today: number; freeMinor: bigint },
): Settled {
  let pool = holding.reservedMinor + freeMinor
  if (today <= holding.day) return { days: [], holding, poolMinor: pool }
  const days: SettledDay[] = []
  let steadyMinor = holding.steadyMinor
  // Nothing is held: the days between are empty.
  for (let day = holding.heldMinor === 0n ? today : holding.day; day < today; day++) {
    const dailyRate = savingsRateOn(rates, day)
    const dueMinor = savingsDayMinor(steadyMinor, dailyRate)
    if (dueMinor > 0n) {
      const paidMinor = dueMinor <= pool ? dueMinor : 0n
      pool -= paidMinor
      days.push({ day, dailyRate, steadyMinor, dueMinor, paidMinor })
    }
    steadyMinor = holding.heldMinor
  }
  return { days, holding: { ...holding, day: today, steadyMinor: holding.heldMinor }, poolMinor: pool }
}

/** The holding after a deposit, which earns from the next midnight UTC. */
export const afterEntry = (holding: SavingsHolding, minor: bigint): SavingsHolding => ({
  ...holding,
  heldMinor: holding.heldMinor + minor,
})

/** The holding after a withdrawal: the current day pays interest on the rest only. */
export function afterExit(holding: SavingsHolding, minor: bigint): SavingsHolding {
  const heldMinor = holding.heldMinor - minor
  if (heldMinor < 0n) throw new Error('more was taken out of savings than is held')
  return {
    ...holding,
    heldMinor,
    steadyMinor: holding.steadyMinor < heldMinor ? holding.steadyMinor : heldMinor,
  }
}

/** Amount to reserve for a holding at this rate: `savingsCoverDays` days. */
export const savingsCoverMinor = (heldMinor: bigint, coverRate: Rate): bigint =>
  savingsDayMinor(heldMinor, coverRate) * BigInt(savingsCoverDays)

/** Amount reserved from `poolMinor`: as many whole days as it covers, at most `savingsCoverDays`. */
export function savingsReservation(heldMinor: bigint, coverRate: Rate, poolMinor: bigint): bigint {
  const dayMinor = savingsDayMinor(heldMinor, coverRate)
  if (dayMinor === 0n || poolMinor <= 0n) return 0n
  const whole = divide(poolMinor, dayMinor, roundDown)
  const most = BigInt(savingsCoverDays)
  return dayMinor * (whole < most ? whole : most)
}

/**
 * Amount of new money that the reserve still covers for `savingsCoverDays` days, in the coin's smallest unit, rounded
 * down. `freeMinor` is the reserve's free part, `missingMinor` the sum that holdings lack to their full cover. Null at
 * a rate of 0: no bound.
 */
export function savingsHeadroomMinor(
  coverRate: Rate,
  freeMinor: bigint,
  missingMinor: bigint,
): bigint | null {
  if (coverRate <= 0n) return null
  const spare = freeMinor - missingMinor
  if (spare <= 0n) return 0n
  const { numerator, denominator } = exactRate(coverRate)
  return divide(spare * denominator, numerator * BigInt(savingsCoverDays), roundDown)
}
