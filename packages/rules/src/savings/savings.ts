import { divide, exactRate, type Rate, roundDown } from '@candor/money'

/** So many days of interest are set aside for everything held: an entry that the reserve does not cover for as long is refused, and a lower rate is announced as long before. */
export const savingsCoverDays = 30

const dayMs = 86_400_000
/** No coin pays more a day than this, whoever asks for it: 18.25 % a year. */
export const savingsRateMost = 500_000_000n as Rate

/** The number of the UTC day a moment (epoch ms) lies in, counted from 1 January 1970. */
export const savingsDayOf = (ms: number): number => Math.floor(ms / dayMs)
/** When a UTC day begins, epoch ms. */
export const savingsDayStart = (day: number): number => day * dayMs

/** What one customer has of one coin in savings; amounts in the coin's smallest unit. */
export interface SavingsHolding {
  readonly heldMinor: bigint
  /** The least that was held at any moment of `day` so far: what that day pays for. */
  readonly steadyMinor: bigint
  /** The UTC day now running for this holding: every day before it is settled. */
  readonly day: number
  /** Interest set aside for this holding in the operator's reserve. */
  readonly reservedMinor: bigint
}

/** Rates as they hold by UTC day, the one announced last first; see `savingsRateOn`. */
export interface SavingsRate {
  readonly dailyRate: Rate
  readonly fromDay: number
}

export interface SettledDay {
  readonly day: number
  readonly dailyRate: Rate
  readonly steadyMinor: bigint
  /** What the day's rate comes to. */
  readonly dueMinor: bigint
  /** What is paid: all of it, or nothing where neither what was set aside nor the free reserve covers it. */
  readonly paidMinor: bigint
}

export interface Settled {
  readonly days: readonly SettledDay[]
  /** Its `reservedMinor` is what is left before `savingsReservation` sets aside anew. */
  readonly holding: SavingsHolding
  /** What the reserve has free besides, as if all of the holding's reservation had been given back into it. */
  readonly poolMinor: bigint
}

/** A day's interest in the coin's smallest unit: amount × daily rate, rounded down; what is cut off stays in the reserve. */
export function savingsDayMinor(amountMinor: bigint, dailyRate: Rate): bigint {
  const { numerator, denominator } = exactRate(dailyRate)
  return divide(amountMinor * numerator, denominator, roundDown)
}

/** The daily rate of a UTC day: the newest announcement (first in `rates`) that has begun by then; none yet is 0. */
export const savingsRateOn = (rates: readonly SavingsRate[], day: number): Rate =>
  rates.find(({ fromDay }) => fromDay <= day)?.dailyRate ?? (0n as Rate)

/** The next change that is announced, seen from `day`; null when the rate stays. */
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

/** The highest rate that holds or is announced from `day` on: interest is set aside at it, so a rise is covered before it begins. */
export function savingsCoverRate(rates: readonly SavingsRate[], day: number): Rate {
  const days = [day, ...rates.map(({ fromDay }) => fromDay).filter((from) => from > day)]
  return days.map((one) => savingsRateOn(rates, one)).reduce((most, one) => (one > most ? one : most))
}

/** From which UTC day a newly approved rate holds: the first one of a coin at once, one that is no lower from tomorrow, a lower one when all that is set aside at the old one is paid. */
export function savingsRateStart(rates: readonly SavingsRate[], dailyRate: Rate, today: number): number {
  if (rates.length === 0) return today
  return dailyRate >= savingsCoverRate(rates, today) ? today + 1 : today + 1 + savingsCoverDays
}

/**
 * Settles every UTC day of a holding that is over at `today`, each once: a day pays for the least that was held in it from
 * its first moment to its last, so what came in during a day begins to earn at the next midnight UTC, and what left during
 * one earns nothing for it. Paid out of what is set aside for the holding, then of `freeMinor`, the reserve's free part; a day
 * that both together do not cover pays nothing at all. A clock set back settles nothing. Amounts in the coin's smallest unit.
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

/** After money came in: it counts from the next midnight UTC. */
export const afterEntry = (holding: SavingsHolding, minor: bigint): SavingsHolding => ({
  ...holding,
  heldMinor: holding.heldMinor + minor,
})

/** After money went out: the running day pays for what is left, no more. */
export function afterExit(holding: SavingsHolding, minor: bigint): SavingsHolding {
  const heldMinor = holding.heldMinor - minor
  if (heldMinor < 0n) throw new Error('more was taken out of savings than is held')
  return {
    ...holding,
    heldMinor,
    steadyMinor: holding.steadyMinor < heldMinor ? holding.steadyMinor : heldMinor,
  }
}

/** What should be set aside for this much at this rate: `savingsCoverDays` days. */
export const savingsCoverMinor = (heldMinor: bigint, coverRate: Rate): bigint =>
  savingsDayMinor(heldMinor, coverRate) * BigInt(savingsCoverDays)

/** What is set aside out of `poolMinor`: as many whole days as it covers, at most `savingsCoverDays`. */
export function savingsReservation(heldMinor: bigint, coverRate: Rate, poolMinor: bigint): bigint {
  const dayMinor = savingsDayMinor(heldMinor, coverRate)
  if (dayMinor === 0n || poolMinor <= 0n) return 0n
  const whole = divide(poolMinor, dayMinor, roundDown)
  const most = BigInt(savingsCoverDays)
  return dayMinor * (whole < most ? whole : most)
}

/**
 * How much new money the reserve still covers for `savingsCoverDays` days, in the coin's smallest unit, rounded down:
 * `freeMinor` is the reserve's free part, `missingMinor` what holdings lack of their full cover. Null at a rate of 0: no bound.
 */
export function savingsRoomMinor(coverRate: Rate, freeMinor: bigint, missingMinor: bigint): bigint | null {
  if (coverRate <= 0n) return null
  const spare = freeMinor - missingMinor
  if (spare <= 0n) return 0n
  const { numerator, denominator } = exactRate(coverRate)
  return divide(spare * denominator, numerator * BigInt(savingsCoverDays), roundDown)
}
