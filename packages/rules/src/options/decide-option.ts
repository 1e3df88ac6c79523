import type { Price, Rate } from '@candor/money'
import { accept, type Decision, type Refused, refuse } from '../decision.ts'
import type { OptionTariff } from './option.ts'

export type OptionUnavailable = 'closed' | 'stale' | 'halted' | 'reserve' | 'source' | 'country'

/** What is asked for; an amount that could not be read stands as null. */
export interface OptionAsk {
  readonly periodSeconds: number
  readonly stakeMinor: bigint | null
}

export interface OptionFacts {
  /** False for a market that does not exist or whose options are switched off. */
  readonly offered: boolean
  readonly tariff: OptionTariff
  readonly frozen: boolean
  /** How many the customer has open in this account. */
  readonly openNow: number
  /** The customer's own limit that forbids new risk now (11032); null: none. */
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
 * Decides a purchase, refusing in the order of the calls page: 10014 market, 10017 period, 10016 amount, 10008 frozen, 11047 too many
 * open, 11032 own limit, 10015 with its reason. Funds (10011) and the payout's cover (10015 `reserve`) are the ledger's to decide.
 */
export function decideOption(ask: OptionAsk, facts: OptionFacts): Decision<OptionPlacement> {
  if (!facts.offered) return refuse(10014)
  const { tariff } = facts
  const payoutRate = tariff.payouts.get(ask.periodSeconds)
  if (payoutRate === undefined) return refuse(10017, { periods: [...tariff.payouts.keys()] })
  const { stakeMinor } = ask
  if (stakeMinor === null || stakeMinor < tariff.stakeMinMinor || stakeMinor > tariff.stakeMaxMinor)
    return refuse(10016)
  if (facts.frozen) return refuse(10008)
  if (facts.openNow >= tariff.openMost) return refuse(11047, { most: tariff.openMost })
  if (facts.ownLimit) return facts.ownLimit
  if (facts.unavailable !== null) return refuse(10015, { reason: facts.unavailable })
  if (facts.mid === null) return refuse(10015, { reason: 'stale' })
  return accept({ stakeMinor, payoutRate, openPrice: facts.mid })
}
