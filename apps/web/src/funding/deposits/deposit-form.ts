import type { DepositAddress } from '@candor/contract'
import { Amount, type AssetCode } from '@candor/money'
import * as refusals from '@candor/refusals/codes.ts'
import { type FundingNetwork, normaliseHash } from '@candor/rules/funding/network.ts'

/** Identification of a transaction: by its whole hash, or by its last characters and a picture. */
export type NamedBy = 'hash' | 'end'

export interface DepositForm {
  readonly amount: string
  readonly by: NamedBy
  readonly hash: string
  readonly last6: string
  /** The proof's file, once it is uploaded. */
  readonly proof: string | null
}

export type DepositField = 'amount' | 'hash' | 'last6' | 'proof' | 'form'
export type DepositReason = 'required' | 'notAnAmount' | 'below' | 'wrong' | 'missing'

export interface DepositProblem {
  readonly field: DepositField
  readonly reason: DepositReason
}

/** The networks for deposits with their coins, in the order of the choice. */
export const payInChoices = [
  { network: 'ERC20', coin: 'USDT', name: 'USDT · ERC-20 (Ethereum)' },
  { network: 'TRC20', coin: 'USDT', name: 'USDT · TRC-20 (Tron)' },
  { network: 'BTC', coin: 'BTC', name: 'BTC · Bitcoin' },
  { network: 'ETH', coin: 'ETH', name: 'ETH · Ethereum' },
] as const satisfies readonly { network: FundingNetwork; coin: AssetCode; name: string }[]
export type PayInChoice = (typeof payInChoices)[number]

/** Name of a network, the same in every language. */
export const networkName: Readonly<Record<FundingNetwork, string>> = {
  ERC20: 'ERC-20 (Ethereum)',
  TRC20: 'TRC-20 (Tron)',
  BTC: 'Bitcoin',
  ETH: 'Ethereum',
}

/** Finds all problems of a form, in the order of its fields. */
export function depositProblems(
  form: DepositForm,
  place: Pick<DepositAddress, 'coin' | 'network' | 'minimum'>,
): readonly DepositProblem[] {
  const problems: DepositProblem[] = []
  const amount = amountReason(form.amount, place)
  if (amount !== null) problems.push({ field: 'amount', reason: amount })
  if (form.by === 'hash' && normaliseHash(place.network, form.hash) === null)
    problems.push({ field: 'hash', reason: 'wrong' })
  if (form.by === 'end' && !/^[0-9a-f]{6}$/i.test(form.last6.trim()))
    problems.push({ field: 'last6', reason: 'wrong' })
  if (form.by === 'end' && form.proof === null) problems.push({ field: 'proof', reason: 'missing' })
  return problems
}

function amountReason(
  text: string,
  { coin, minimum }: Pick<DepositAddress, 'coin' | 'minimum'>,
): DepositReason | null {
  if (text.trim() === '') return 'required'
  const amount = Amount.parse(coin, text)
  const least = Amount.parse(coin, minimum)
  if (amount === null || !amount.isPositive()) return 'notAnAmount'
  return least !== null && amount.minor < least.minor ? 'below' : null
}

/** Finds the field of a refusal (calls page, recharge). */
export function fieldOfDepositRefusal(code: number, form: DepositForm): DepositField {
  if (code === refusals.amountInvalid) return 'amount'
  if (code === refusals.transactionAlreadyUsed) return form.by === 'hash' ? 'hash' : 'last6'
  return code === refusals.fileRejected ? 'proof' : 'form'
}

/** Input of the call from a valid form. */
export const depositRequest = (
  form: DepositForm,
  { coin, network }: Pick<DepositAddress, 'coin' | 'network'>,
) => ({
  coin,
  network,
  amount: form.amount,
  ...(form.by === 'hash' ? { hash: form.hash } : { hashLast6: form.last6 }),
  ...(form.proof === null ? {} : { proof: form.proof }),
})
