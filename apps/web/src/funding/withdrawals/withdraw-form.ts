import { Amount, type AssetCode, parseRate } from '@candor/money'
import { decideAmount, type WithdrawalPlan, type WithdrawalTerms } from '@candor/rules/funding/withdrawal.ts'
import type { Problem } from '../../forms/account-problems.ts'

type Param = string | number | boolean | undefined

/** The operator's terms for a coin, from the public parameters; null until they are loaded. */
export function termsFrom(coin: AssetCode, rate: Param, flat: Param, least: Param): WithdrawalTerms | null {
  const feeRate = parseRate(String(rate))
  const feeLeast = Amount.parse(coin, String(flat))
  const minimum = Amount.parse(coin, String(least))
  return feeRate === null || feeLeast === null || minimum === null
    ? null
    : { feeRate, feeLeast, least: minimum }
}

/** Cost and payout of the withdrawal, by the rule with which the server charges; null while the amount is invalid. */
export function planFor(coin: AssetCode, text: string, terms: WithdrawalTerms | null): WithdrawalPlan | null {
  if (terms === null) return null
  const decision = decideAmount(Amount.parse(coin, text.trim()), terms)
  return decision.ok ? decision.value : null
}

export function amountProblem(
  coin: AssetCode,
  text: string,
  limits: { readonly terms: WithdrawalTerms | null; readonly available: string | null },
): Problem | null {
  const amount = Amount.parse(coin, text.trim())
  if (amount === null || !amount.isPositive()) return { key: 'withdraw.problem.amount' }
  if (limits.terms !== null && planFor(coin, text, limits.terms) === null) return { key: 'codes.10016' }
  const most = limits.available === null ? null : Amount.parse(coin, limits.available)
  return most !== null && amount.compare(most) > 0 ? { key: 'codes.10011' } : null
}
