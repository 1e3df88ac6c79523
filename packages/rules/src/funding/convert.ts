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

/** A request to convert one coin into another. `amount` is null when it could not be read. */
export interface ConvertRequest {
  readonly from: AssetCode
  readonly to: AssetCode
  readonly amount: Amount | null
}

/** Prices for one coin in its market against USDT. */
export interface ConvertPrices {
  readonly sellPrice: Price
  readonly buyPrice: Price
}

export interface ConvertTerms {
  /** Fee, as a share of the amount given. */
  readonly feeRate: Rate
  /** The smallest amount that may be converted, by its value in USDT. */
  readonly least: Amount<'USDT'>
}

export interface Conversion {
  /** The whole amount given, fee included. */
  readonly amount: Amount
  readonly fee: Amount
  /** Units of the coin received for one unit of the coin given, before the fee. */
  readonly rate: Exact
  readonly received: Amount
}

/** The markets a conversion is priced in: one for USDT against a coin, two for a coin against a coin. */
export const convertMarkets = (from: AssetCode, to: AssetCode): readonly string[] =>
  [from, to].filter((asset) => asset !== 'USDT').map((asset) => `${asset}USDT`)

/**
 * Decides a conversion at the given prices. The fee is deducted from the amount given first; then the coin given is sold and
 * the coin wanted is bought, each in its market against USDT. Fee and received amount are each rounded half to even once, to
 * the smallest unit of their coin. Refuses with `amountInvalid` an amount that cannot be read, is worth less than the minimum,
 * or leaves nothing to receive; with `invalidInput` a conversion of a coin into itself.
 */
export function decideConversion(
  request: ConvertRequest,
  priceOf: (market: string) => ConvertPrices,
  terms: ConvertTerms,
): Decision<Conversion> {
  const { from, to, amount } = request
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
