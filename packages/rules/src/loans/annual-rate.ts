import type { Rate } from '@candor/money'

/** The daily rate times 365: what lenders call the nominal yearly rate. Nothing compounds and no day is free in it. */
export const nominalYearlyRate = (dailyRate: Rate): Rate => (dailyRate * 365n) as Rate

/** Rates have a unit of 10^-12; the annual percentage rate is stated to 0.01 %, 10^-4. */
const stated = 10_000n
const perStated = 10n ** 8n
const daysAYear = 365

/**
 * The annual percentage rate of a loan paid out at once and repaid at once: the effective yearly rate X for which the amount lent equals
 * what is repaid, discounted, `amount = repaid ÷ (1 + X)^(days ÷ 365)`. To 0.01 %, a half rounded up. Source: the basic equation of
 * Directive (EU) 2023/2225 on consumer credit, unchanged from Annex I, with remark (d), of Directive 2008/48/EC, with its year of 365 days.
 *
 * Decided exactly, without a logarithm: X is at least x where `(1 + x)^days × amount^365 ≤ repaid^365`.
 */
export function annualPercentageRate(amountMinor: bigint, repaidMinor: bigint, days: number): Rate {
  if (amountMinor <= 0n || repaidMinor < amountMinor || days <= 0)
    throw new RangeError('a loan lends something and repays no less')
  // Half units: the rate rounds to k where X ≥ (2k − 1) ÷ (2 × stated).
  const unit = 2n * stated
  const right = unit ** BigInt(days) * repaidMinor ** BigInt(daysAYear)
  const lent = amountMinor ** BigInt(daysAYear)
  const reaches = (k: bigint) => (unit + 2n * k - 1n) ** BigInt(days) * lent <= right
  let most = 1n
  while (reaches(most)) most *= 2n
  let least = most / 2n
  while (most - least > 1n) {
    const middle = (least + most) / 2n
    if (reaches(middle)) least = middle
    else most = middle
  }
  return (least * perStated) as Rate
}
