import type { Savings } from '@candor/contract'
import { Amount, type AssetCode, writeRate } from '@candor/money'
import {
  nextSavingsRate,
  savingsCoverDays,
  savingsCoverRate,
  savingsDayMinor,
  savingsDayOf,
  savingsDayStart,
  savingsHeadroomMinor,
  savingsRateOn,
  yearlyYield,
} from '@candor/rules'
import { isoDay } from './savings-days.ts'
import type { CoinTerms, HoldingRow, Interest } from './savings-store.ts'

export interface SavingsState {
  readonly terms: CoinTerms
  /** Null: the customer never had any of this coin in savings. */
  readonly row: HoldingRow | null
  readonly interest: Interest | null
  /** The reserve's free part, and what all holdings lack of their full cover. */
  readonly freeMinor: bigint
  readonly missingMinor: bigint
}

const isoOf = (day: number): string => new Date(savingsDayStart(day)).toISOString()
export const writeCoin = (asset: AssetCode, minor: bigint): string => new Amount(asset, minor).toString()

/** The rates of a coin as they are shown on `day`. */
export function toRatesResponse(terms: CoinTerms, day: number) {
  const dailyRate = savingsRateOn(terms.rates, day)
  const next = nextSavingsRate(terms.rates, day)
  return {
    dailyRate: writeRate(dailyRate),
    yearlyRate: writeRate(yearlyYield(dailyRate)),
    next: next === null ? null : { dailyRate: writeRate(next.dailyRate), from: isoOf(next.fromDay) },
  }
}

/** The savings entity at `nowMs`. */
export function toSavingsResponse(state: SavingsState, nowMs: number): Savings {
  const { terms, row, interest, freeMinor, missingMinor } = state
  const { asset } = terms
  const coin = (minor: bigint) => writeCoin(asset, minor)
  const today = savingsDayOf(nowMs)
  const rate = savingsRateOn(terms.rates, today)
  const fullDay = savingsDayMinor(row?.held ?? 0n, rate)
  const reserved = row?.reserved ?? 0n
  const capacityMinor = savingsHeadroomMinor(savingsCoverRate(terms.rates, today), freeMinor, missingMinor)
  return {
    coin: asset,
    taking: terms.taking,
    minAmount: coin(terms.minMinor),
    ...toRatesResponse(terms, today),
    coverDays: savingsCoverDays,
    room: capacityMinor === null ? null : coin(capacityMinor),
    held: coin(row?.held ?? 0n),
    earning: coin(row?.steady ?? 0n),
    dayInterest: coin(savingsDayMinor(row?.steady ?? 0n, rate)),
    nextPayAt: isoOf(today + 1),
    reserved: coin(reserved),
    // Whole days, and never more than are set aside.
    reservedDays: fullDay === 0n ? 0 : Math.min(savingsCoverDays, Number(reserved / fullDay)),
    paid: coin(interest?.paidMinor ?? 0n),
    lastDay:
      interest === null
        ? null
        : {
            date: isoDay(interest.last.day),
            due: coin(interest.last.due),
            paid: coin(interest.last.paid),
          },
  }
}
