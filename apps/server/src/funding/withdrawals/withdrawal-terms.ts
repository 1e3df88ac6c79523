import { Amount, type AssetCode, rate } from '@candor/money'
import type { WithdrawalTerms } from '@candor/rules'
import { hourMs } from '@candor/rules/time-units.ts'
import type { ServerContext } from '../../module.ts'

/** Returns the present fee and minimum of withdrawing a coin. */
export async function withdrawalTermsOf(
  { parameters }: ServerContext,
  coin: AssetCode,
): Promise<WithdrawalTerms> {
  const flat = coin === 'USDT' ? 'withdrawalFlat' : (`withdrawalFeeMinimum.${coin}` as const)
  const [share, feeLeast, least] = await Promise.all([
    parameters.value('withdrawalRate'),
    parameters.value(flat),
    parameters.value(`withdrawalMinimum.${coin}`),
  ])
  return {
    feeRate: rate(String(share)),
    feeLeast: amountOf(coin, feeLeast),
    least: amountOf(coin, least),
  }
}

function amountOf(coin: AssetCode, value: unknown): Amount {
  const amount = Amount.parse(coin, String(value))
  if (amount === null) throw new Error(`a withdrawal parameter of ${coin} cannot be read`)
  return amount
}

export async function hoursMs(
  { parameters }: ServerContext,
  key: 'withdrawal.deadlineHours' | 'withdrawal.newAddressHours',
): Promise<number> {
  const hours = Number(await parameters.value(key))
  if (Number.isFinite(hours) && hours >= 0) return Math.round(hours * hourMs)
  throw new Error(`the parameter ${key} cannot be read`)
}
