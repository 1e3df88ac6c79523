import type { Market } from './market.ts'

/** Age in ms from which a quote is too old to fill a customer's call at; a parameter each. */
export interface FreshLimits {
  readonly cryptoMs: number
  readonly othersMs: number
}

const crypto = 2

/** Returns the age in ms from which a market's quote is too old to fill a customer's call at. */
export const freshMsOf = ({ type }: Pick<Market, 'type'>, { cryptoMs, othersMs }: FreshLimits): number =>
  type === crypto ? cryptoMs : othersMs
