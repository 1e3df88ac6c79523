import { divide, exactRate, type Rate, roundDown, roundUp } from '@candor/money'
import type { FundingNetwork } from '../funding/network.ts'

export const saleKinds = ['fixed', 'auction'] as const
export type SaleKind = (typeof saleKinds)[number]

/** Blockchains that can hold the token of a work. */
export const nftChains = ['ethereum', 'polygon', 'tron'] as const
export type NftChain = (typeof nftChains)[number]

/** Network whose address format a chain uses: Polygon uses Ethereum's. */
export const addressNetworkOf = (chain: NftChain): FundingNetwork => (chain === 'tron' ? 'TRC20' : 'ERC20')

/** Stored state of a work. Its start decides if an offered work is upcoming or open. */
export const workStates = ['draft', 'offered', 'sold', 'unsold', 'withdrawn'] as const
export type WorkState = (typeof workStates)[number]

/** Permitted transitions. A sale is final; an unsold work can be offered again. */
export const workMoves: Readonly<Record<WorkState, readonly WorkState[]>> = {
  draft: ['offered'],
  offered: ['sold', 'unsold', 'withdrawn'],
  unsold: ['offered'],
  withdrawn: ['offered'],
  sold: [],
}

/** Terms of a sale; fixed when the sale begins (trust T18). Amounts in USDT's smallest unit, times in epoch ms. */
export interface SaleTerms {
  readonly saleKind: SaleKind
  /** The price, or the starting price of an auction. */
  readonly priceMinor: bigint
  readonly startsAt: number
  /** Null: offered until it is sold. Never null in an auction. */
  readonly endsAt: number | null
  /** Share of the highest bid by which the next bid must exceed it. */
  readonly bidStep: Rate
  /** A bid within this time before the end extends the auction by as much. */
  readonly softCloseMs: number
  /** The operator's share of a sale; the rest is the charity's. */
  readonly feeRate: Rate
}

/** 0.01 USDT in its smallest unit: the minimum step of a bid, so that people can type it. */
const cent = 10_000n

const shareUp = (minor: bigint, share: Rate): bigint => {
  const { numerator, denominator } = exactRate(share)
  return divide(minor * numerator, denominator, roundUp)
}

/**
 * The lowest next bid: the starting price while there is no bid, else the highest bid plus its step. The step is
 * rounded up to a whole cent and is never zero. Source: rulebook, NFT charity.
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
 * End of an auction after a bid at `atMs`: a bid within the last `softCloseMs` extends the auction by that time, so
 * that bidding in the last moment is no advantage. Source: rulebook, NFT charity (soft close).
 */
export const endAfterBid = (endsAt: number, softCloseMs: number, atMs: number): number =>
  endsAt - atMs <= softCloseMs ? endsAt + softCloseMs : endsAt

export interface SaleShares {
  readonly charityMinor: bigint
  readonly feeMinor: bigint
}

/** Splits the price of a sale. The fee is rounded down, so the charity keeps the remainder (trust T19). */
export function saleShares(priceMinor: bigint, feeRate: Rate): SaleShares {
  const { numerator, denominator } = exactRate(feeRate)
  const feeMinor = divide(priceMinor * numerator, denominator, roundDown)
  return { charityMinor: priceMinor - feeMinor, feeMinor }
}

/** The charity's accounts in one asset, in its smallest unit. */
export interface CharityTotals {
  readonly soldMinor: bigint
  readonly feesMinor: bigint
  /** Credited to the charity's account. */
  readonly creditedMinor: bigint
  readonly transferredMinor: bigint
  /** Current balance of the account. */
  readonly balanceMinor: bigint
}

/**
 * Reports whether every sale was credited or is a disclosed fee, and every credit was passed on or is still in the account
 * (trust T19).
 */
export const charityAddsUp = (totals: CharityTotals): boolean =>
  totals.soldMinor === totals.creditedMinor + totals.feesMinor &&
  totals.creditedMinor === totals.transferredMinor + totals.balanceMinor
