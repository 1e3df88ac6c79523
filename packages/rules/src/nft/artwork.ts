import { divide, exactRate, type Rate, roundDown, roundUp } from '@candor/money'
import type { FundingNetwork } from '../funding/network.ts'

export const saleKinds = ['fixed', 'auction'] as const
export type SaleKind = (typeof saleKinds)[number]

/** Where a work's token stands. */
export const nftChains = ['ethereum', 'polygon', 'tron'] as const
export type NftChain = (typeof nftChains)[number]

/** Whose writing of an address a chain shares: Polygon's are Ethereum's. */
export const addressNetworkOf = (chain: NftChain): FundingNetwork => (chain === 'tron' ? 'TRC20' : 'ERC20')

/** What a work is kept as; whether it is upcoming or open follows from its start. */
export const workStates = ['draft', 'offered', 'sold', 'unsold', 'withdrawn'] as const
export type WorkState = (typeof workStates)[number]

/** A sale is final; what nobody bought can be offered again. */
export const workMoves: Readonly<Record<WorkState, readonly WorkState[]>> = {
  draft: ['offered'],
  offered: ['sold', 'unsold', 'withdrawn'],
  unsold: ['offered'],
  withdrawn: ['offered'],
  sold: [],
}

/** How a work is offered; kept as it was when the sale began (trust T18). Amounts in USDT's smallest unit, times in epoch ms. */
export interface SaleTerms {
  readonly saleKind: SaleKind
  /** The price, or what an auction starts at. */
  readonly priceMinor: bigint
  readonly startsAt: number
  /** Null: offered until it is bought. Never null in an auction. */
  readonly endsAt: number | null
  /** Share of the highest bid by which the next one must be above it. */
  readonly bidStep: Rate
  /** A bid this close to the end moves the end by as much. */
  readonly softCloseMs: number
  /** Share of a sale that the operator keeps; the rest is the charity's. */
  readonly feeRate: Rate
}

/** 0.01 USDT in its smallest unit: bids are asked for in amounts that people type. */
const cent = 10_000n

const shareUp = (minor: bigint, share: Rate): bigint => {
  const { numerator, denominator } = exactRate(share)
  return divide(minor * numerator, denominator, roundUp)
}

/**
 * The least that may be bid next: the starting price while nobody has, else the highest bid and its step, the step rounded up
 * to a whole cent and never nothing. Source: rulebook, NFT charity.
 */
export function nextBidMinor(
  terms: Pick<SaleTerms, 'priceMinor' | 'bidStep'>,
  highestMinor: bigint | null,
): bigint {
  if (highestMinor === null) return terms.priceMinor
  const step = divide(shareUp(highestMinor, terms.bidStep), cent, roundUp) * cent
  return highestMinor + (step > cent ? step : cent)
}

/**
 * When an auction ends after a bid at `atMs`: a bid within the last stretch moves the end by that stretch, so that nobody wins by
 * being the last to press. Source: rulebook, NFT charity (soft close).
 */
export const endAfterBid = (endsAt: number, softCloseMs: number, atMs: number): number =>
  endsAt - atMs <= softCloseMs ? endsAt + softCloseMs : endsAt

export interface SaleShares {
  readonly charityMinor: bigint
  readonly feeMinor: bigint
}

/** What a sale brings whom: the fee is rounded down, so a remainder is the charity's (trust T19). */
export function saleShares(priceMinor: bigint, feeRate: Rate): SaleShares {
  const { numerator, denominator } = exactRate(feeRate)
  const feeMinor = divide(priceMinor * numerator, denominator, roundDown)
  return { charityMinor: priceMinor - feeMinor, feeMinor }
}

/** The charity's books in one asset, in its smallest unit. */
export interface CharityTotals {
  readonly soldMinor: bigint
  readonly feesMinor: bigint
  /** Credited to the charity's account. */
  readonly creditedMinor: bigint
  readonly transferredMinor: bigint
  /** What stands on the account now. */
  readonly keptMinor: bigint
}

/** All sales are credited or a disclosed fee, and all that was credited was handed on or is still there (trust T19). */
export const charityAddsUp = (totals: CharityTotals): boolean =>
  totals.soldMinor === totals.creditedMinor + totals.feesMinor &&
  totals.creditedMinor === totals.transferredMinor + totals.keptMinor
