import type { Rate } from '@candor/money'
import { accept, type Decision, type Refused, refuse } from '../decision.ts'
import { type SavingsHolding, savingsCoverMinor } from './savings.ts'

export interface SavingsEntryFacts {
  /** Null: this coin was never offered. */
  readonly offer: { readonly taking: boolean; readonly minMinor: bigint; readonly coverRate: Rate } | null
  readonly frozen: boolean
  /** The customer's own limit that forbids new risk now (`beyondOwnLimit`); null: none. */
  readonly ownLimit: Refused | null
  /** Not sold in the customer's country, as smart plans (trust T21). */
  readonly countryOff: boolean
  readonly holding: SavingsHolding
  /** The reserve's free part and this holding's reservation together. */
  readonly poolMinor: bigint
  /** What all other holdings lack of their full cover. */
  readonly missingMinor: bigint
}

/**
 * Decides an entry; amounts in the coin's smallest unit. Refuses in this order: `productNotOffered` coin not offered, `unavailable` `closed` not
 * taking new money, `amountOutsideLimits` no amount or below the least, `accountFrozen` frozen, `beyondOwnLimit` own limit, `unavailable` `country`, `unavailable` `reserve` when
 * the reserve does not cover `savingsCoverDays` days of interest on everything held with the new money (trust T2). Funds (`insufficientFunds`) are the ledger's to decide.
 */
export function decideSavingsEntry(amountMinor: bigint | null, facts: SavingsEntryFacts): Decision<bigint> {
  const { offer, holding } = facts
  if (offer === null) return refuse('productNotOffered')
  if (!offer.taking) return refuse('unavailable', { reason: 'closed' })
  if (amountMinor === null || amountMinor <= 0n || amountMinor < offer.minMinor)
    return refuse('amountOutsideLimits')
  if (facts.frozen) return refuse('accountFrozen')
  if (facts.ownLimit !== null) return facts.ownLimit
  if (facts.countryOff) return refuse('unavailable', { reason: 'country' })
  const wanted = savingsCoverMinor(holding.heldMinor + amountMinor, offer.coverRate)
  if (wanted + facts.missingMinor > facts.poolMinor) return refuse('unavailable', { reason: 'reserve' })
  return accept(amountMinor)
}

/** Decides taking money out, at any time and for a frozen customer too (trust T13): `amountOutsideLimits` no amount, `insufficientFunds` more than is held. */
export function decideSavingsExit(amountMinor: bigint | null, heldMinor: bigint): Decision<bigint> {
  if (amountMinor === null || amountMinor <= 0n) return refuse('amountOutsideLimits')
  if (amountMinor > heldMinor) return refuse('insufficientFunds')
  return accept(amountMinor)
}
