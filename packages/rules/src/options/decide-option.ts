import type { Price, Rate } from '@candor/money'
import { accept, type Decision, type Refused, refuse } from '../decision.ts'
import type { OptionTariff } from './option.ts'
import { periodsBeforeRoll } from './option-roll.ts'

export type OptionUnavailable = 'closed' | 'stale' | 'halted' | 'reserve' | 'source' | 'country' | 'closeOnly'

/** A request to buy an option; an amount that could not be read is null. */
export interface OptionRequest {
  readonly periodSeconds: number
  readonly stakeMinor: bigint | null
}

export interface OptionContext {
  /** False for a market that does not exist or whose options are switched off. */
  readonly offered: boolean
  readonly tariff: OptionTariff
  /** Time of the decision, epoch ms. */
  readonly at: number
  /** End of the market's contract, epoch ms (`rollAfter`); null: it has none. */
  readonly rollsAt: number | null
  readonly frozen: boolean
  /** Number of options the customer has open in this account. */
  readonly openNow: number
  /** The customer's own limit that forbids new risk now (`beyondOwnLimit`); null: none. */
  readonly ownLimit?: Refused | null
  readonly unavailable: OptionUnavailable | null
  /** Mid of the newest tradable quote in hours; null without one. */
  readonly mid: Price | null
}

export interface OptionPlacement {
  readonly stakeMinor: bigint
  readonly payoutRate: Rate
  readonly openPrice: Price
}

/**
 * Decides a purchase and refuses in the order of the calls page: `optionMarketNotOffered`, `periodNotOffered`,
 * `amountInvalid`, `accountFrozen`, `tooManyOptions`, `beyondOwnLimit`, `unavailable` with its reason. A period that
 * reaches a roll of the market is not offered. The ledger decides funds (`insufficientFunds`) and cover for the payout
 * (`unavailable` `reserve`).
 */
export function decideOption(request: OptionRequest, context: OptionContext): Decision<OptionPlacement> {
  if (!context.offered) return refuse('optionMarketNotOffered')
  const { tariff } = context
  const periods = periodsBeforeRoll(tariff, context.at, context.rollsAt)
  const payoutRate = tariff.payouts.get(request.periodSeconds)
  if (payoutRate === undefined || !periods.includes(request.periodSeconds))
    return refuse('periodNotOffered', { periods })
  const { stakeMinor } = request
  if (stakeMinor === null || stakeMinor < tariff.stakeMinMinor || stakeMinor > tariff.stakeMaxMinor)
    return refuse('amountInvalid')
  if (context.frozen) return refuse('accountFrozen')
  if (context.openNow >= tariff.openMost) return refuse('tooManyOptions', { most: tariff.openMost })
  if (context.ownLimit) return context.ownLimit
  if (context.unavailable !== null) return refuse('unavailable', { reason: context.unavailable })
  if (context.mid === null) return refuse('unavailable', { reason: 'stale' })
  return accept({ stakeMinor, payoutRate, openPrice: context.mid })
}
