import type { ArtworkPage } from '@candor/contract'
import { Amount, parseRate, parseUsdt, type Rate } from '@candor/money'
import * as refusals from '@candor/refusals/codes.ts'
import { type NftChain, saleShares } from '@candor/rules/nft/artwork.ts'

/** Fields of a purchase or bid; the amount is empty for a fixed price. */
export interface PurchaseForm {
  readonly amount: string
  readonly address: string
}

export type PurchaseField = 'amount' | 'address' | 'form'
export type PurchaseReason = 'required' | 'notAnAmount' | 'below' | 'funds' | 'address'

export interface PurchaseProblem {
  readonly field: PurchaseField
  readonly reason: PurchaseReason
  /** The bound that was exceeded, a decimal text in USDT. */
  readonly limit?: string
}

type Offered = Pick<ArtworkPage, 'saleKind' | 'price' | 'nextBid' | 'feeRate' | 'chain'>

const textOf = (minor: bigint): string => new Amount('USDT', minor).toString()

/** Address format of each chain; only the server checks the checksum. */
const addressShapes: Readonly<Record<NftChain, RegExp>> = {
  ethereum: /^0x[0-9a-fA-F]{40}$/,
  polygon: /^0x[0-9a-fA-F]{40}$/,
  tron: /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
}

/** The amount to pay: the fixed price, or the typed bid. */
export const amountOf = (form: PurchaseForm, artwork: Offered): string =>
  artwork.saleKind === 'fixed' ? artwork.price : form.amount.trim()

export interface PurchaseFigures {
  readonly amount: string
  readonly charity: string
  readonly fee: string
}

/** Computes the cost and its split, by the server's own rule; null while there is no amount. */
export function purchaseFigures(form: PurchaseForm, artwork: Offered): PurchaseFigures | null {
  const minor = parseUsdt(amountOf(form, artwork))
  if (minor === null || minor <= 0n) return null
  const { charityMinor, feeMinor } = saleShares(minor, parseRate(artwork.feeRate) ?? (0n as Rate))
  return { amount: textOf(minor), charity: textOf(charityMinor), fee: textOf(feeMinor) }
}

/** Finds the problems, at most one a field, in the server's order. `available` is null while unknown. */
export function purchaseProblems(
  form: PurchaseForm,
  artwork: Offered,
  available: string | null,
): readonly PurchaseProblem[] {
  const amount = amountProblem(form, artwork, available)
  const address = form.address.trim()
  return [
    ...(amount === null ? [] : [amount]),
    ...(addressShapes[artwork.chain].test(address)
      ? []
      : [{ field: 'address', reason: address === '' ? 'required' : 'address' } as const]),
  ]
}

function amountProblem(
  form: PurchaseForm,
  artwork: Offered,
  available: string | null,
): PurchaseProblem | null {
  const text = amountOf(form, artwork)
  if (text === '') return { field: 'amount', reason: 'required' }
  const minor = parseUsdt(text)
  if (minor === null) return { field: 'amount', reason: 'notAnAmount' }
  if (artwork.nextBid !== null && minor < (parseUsdt(artwork.nextBid) ?? 0n))
    return { field: 'amount', reason: 'below', limit: artwork.nextBid }
  if (available !== null && minor > (parseUsdt(available) ?? 0n))
    return { field: 'amount', reason: 'funds', limit: available }
  return null
}

const fields: Readonly<Record<number, PurchaseField>> = {
  [refusals.amountInvalid]: 'amount',
  [refusals.bidTooLow]: 'amount',
  [refusals.insufficientFunds]: 'amount',
  [refusals.payoutAddressMissing]: 'address',
}

/** Finds the field of a buyNft refusal (specification §8). */
export const fieldOfPurchaseRefusal = (code: number): PurchaseField => fields[code] ?? 'form'
