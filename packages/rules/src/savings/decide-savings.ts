import { Amount, type AssetCode, type Rate, writeMinor } from '@candor/money'
import { accept, type Decision, type Refused, refuse } from '../decision.ts'
import { type SavingsHolding, savingsCoverMinor } from './savings.ts'

export interface SavingsEntryContext {
  /** Null: this coin was never offered. */
  readonly offer: { readonly taking: boolean; readonly minMinor: bigint; readonly coverRate: Rate } | null
  readonly frozen: boolean
  /** The customer's own limit that forbids new risk now (`beyondOwnLimit`); null: none. */
  readonly ownLimit: Refused | null
  /** Not sold in the customer's country, like smart plans (trust T21). */
  readonly countryOff: boolean
  readonly holding: SavingsHolding
  /** Sum of the reserve's free part and this holding's reservation. */
  readonly poolMinor: bigint
  /** Sum that all other holdings lack to their full cover. */
  readonly missingMinor: bigint
}

/**
 * Decides an entry; amounts in the coin's smallest unit. Refuses in this order: `productNotOffered` for a coin not
 * offered, `unavailable` `closed` when it takes no new money, `amountOutsideLimits` for no amount or one below the
 * minimum, `accountFrozen`, `beyondOwnLimit`, `unavailable` `country`, and `unavailable` `reserve` when the reserve
 * does not cover `savingsCoverDays` days of interest on all holdings with the new money (trust T2). The ledger decides
 * funds (`insufficientFunds`).
 */
export function decideSavingsEntry(
  amountMinor: bigint | null,
  context: SavingsEntryContext,
): Decision<bigint> {
  const { offer, holding } = context
  if (offer === null) return refuse('productNotOffered')
  if (!offer.taking) return refuse('unavailable', { reason: 'closed' })
  if (amountMinor === null || amountMinor <= 0n || amountMinor < offer.minMinor)
    return refuse('amountOutsideLimits')
  if (context.frozen) return refuse('accountFrozen')
  if (context.ownLimit !== null) return context.ownLimit
  if (context.countryOff) return refuse('unavailable', { reason: 'country' })
  const wanted = savingsCoverMinor(holding.heldMinor + amountMinor, offer.coverRate)
  if (wanted + context.missingMinor > context.poolMinor) return refuse('unavailable', { reason: 'reserve' })
  return accept(amountMinor)
}

/**
 * Decides a withdrawal from savings, at any time and for a frozen customer too (trust T13): `amountOutsideLimits` for
 * no amount or a text that is none, `insufficientFunds` for more than the holding, which the refusal names as `free`.
 */
export function decideSavingsExit(coin: AssetCode, amount: string, heldMinor: bigint): Decision<bigint> {
  const minor = Amount.parse(coin, amount)?.minor ?? 0n
  if (minor <= 0n) return refuse('amountOutsideLimits')
  const free = writeMinor(heldMinor, coin)
  return minor > heldMinor ? refuse('insufficientFunds', { free, stale: false }) : accept(minor)
}
