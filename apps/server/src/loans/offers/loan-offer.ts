import { parseRate, type Rate, usdt } from '@candor/money'
import {
  annualPercentageRate,
  comingInterestMinor,
  type LoanOfferTerms,
  type LoanTerms,
  nominalYearlyRate,
} from '@candor/rules'
import type { ParameterKey } from '../../back-office/parameters/defaults.ts'
import type { Json } from '../../platform/json.ts'

/** Terms of the current offer; a loan keeps those of its request (trust T18). */
export type Tariff = LoanOfferTerms

/** The parameters at one moment. */
interface ParameterValues {
  value(key: ParameterKey): Promise<Json>
}

/** Reads the present tariff from the operator's parameters. */
export async function readTariff(parameters: ParameterValues): Promise<Tariff> {
  const [terms, least, tier1, tier2, freeDays, daily, overdue] = await Promise.all([
    parameters.value('loan.terms'),
    parameters.value('loan.minimum'),
    parameters.value('loan.tier1Most'),
    parameters.value('loan.tier2Most'),
    parameters.value('loanFreeDays'),
    parameters.value('loanDailyRate'),
    parameters.value('loanOverdueRate'),
  ])
  return {
    terms: Array.isArray(terms) ? terms.map(Number) : [],
    leastMinor: usdt(String(least)).minor,
    tier1MostMinor: usdt(String(tier1)).minor,
    tier2MostMinor: usdt(String(tier2)).minor,
    freeDays: Number(freeDays),
    dailyRate: rateOf(daily),
    overdueRate: rateOf(overdue),
  }
}

function rateOf(value: unknown): Rate {
  const rate = parseRate(String(value))
  if (rate === null) throw new Error(`a loan rate cannot be read: ${value}`)
  return rate
}

export const termsFor = (tariff: Tariff, amountMinor: bigint, days: number): LoanTerms => ({
  amountMinor,
  days,
  freeDays: tariff.freeDays,
  dailyRate: tariff.dailyRate,
  overdueRate: tariff.overdueRate,
})

/** Total cost of a loan repaid as agreed, and its yearly rate. */
export interface LoanCost {
  readonly interestMinor: bigint
  readonly repaymentMinor: bigint
  readonly apr: Rate
  readonly yearlyRate: Rate
}

export function costOf(terms: LoanTerms): LoanCost {
  const interestMinor = comingInterestMinor(terms, terms.amountMinor)
  const repaymentMinor = terms.amountMinor + interestMinor
  return {
    interestMinor,
    repaymentMinor,
    apr: annualPercentageRate(terms.amountMinor, repaymentMinor, terms.days),
    yearlyRate: nominalYearlyRate(terms.dailyRate),
  }
}
