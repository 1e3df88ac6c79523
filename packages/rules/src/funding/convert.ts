import {
  Amount,
  type AssetCode,
  Exact,
  exactPrice,
  exactRate,
  type Price,
  type Rate,
  roundHalfEven,
} from '@candor/money'
import { accept, type Decision, refuse } from '../decision.ts'

/** What is asked for: so much of one coin for another. An amount that could not be read stands as null. */
export interface ConvertAsk {
  readonly from: AssetCode
  readonly to: AssetCode
  readonly amount: Amount | null
}

/** What a seller gets and a buyer pays for one coin in its market against USDT. */
export interface ConvertPrices {
  readonly sellPrice: Price
  readonly buyPrice: Price
}

export interface ConvertTerms {
  /** Share of the amount given, kept as the fee. */
  readonly feeRate: Rate
  /** The least that may be converted, by its worth in USDT. */
  readonly least: Amount<'USDT'>
}

export interface Conversion {
  /** Given in all, the fee within it. */
  readonly amount: Amount
  readonly fee: Amount
  /** Of the coin received for one of the coin given, before the fee. */
  readonly rate: Exact
  readonly received: Amount
}

/** The markets a conversion is priced in: one for USDT against a coin, two for a coin against a coin. */
export const convertMarkets = (from: AssetCode, to: AssetCode): readonly string[] =>
  [from, to].filter((asset) => asset !== 'USDT').map((asset) => `${asset}USDT`)

/**
 * What `ask` gives at these prices: the coin given is sold, the coin wanted is bought, each in its market against USDT, the fee taken
 * off the amount given first. Fee and amount received are rounded half to even, once each, to their coin's smallest unit.
 * Refused with `amountInvalid`: an amount that is none, is worth less than the least, or leaves nothing to receive; `invalidInput` for a coin into itself.
 */
export function decideConversion(
  ask: ConvertAsk,
  priceOf: (market: string) => ConvertPrices,
  terms: ConvertTerms,
): Decision<Conversion> {
  const { from, to, amount } = ask
  if (from === to) return refuse('invalidInput', { issues: [{ path: 'to', code: 'same' }] })
  if (amount === null || !amount.isPositive()) return refuse('amountInvalid')
  const inUsdt = from === 'USDT' ? one : exactPrice(priceOf(`${from}USDT`).sellPrice)
  if (amount.exact().times(inUsdt).compare(terms.least.exact()) < 0)
    return refuse('amountInvalid', { least: terms.least.toString() })
  const rate = to === 'USDT' ? inUsdt : inUsdt.over(exactPrice(priceOf(`${to}USDT`).buyPrice))
  const fee = amount.times(exactRate(terms.feeRate), roundHalfEven)
  const received = Amount.fromExact(to, amount.minus(fee).exact().times(rate), roundHalfEven)
  return received.isPositive() ? accept({ amount, fee, rate, received }) : refuse('amountInvalid')
}

const one = new Exact(1n)
