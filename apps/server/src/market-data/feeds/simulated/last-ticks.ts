import { midOf, priceToNumber } from '@candor/money'
import { type Market, recentMidsLength } from '@candor/rules'
import { seededChance, seedOf } from './chance.ts'
import { firstQuotes, likelihood, tickMs } from './simulator.ts'
import { deviationOver, quoteAround } from './walk.ts'

/**
 * The mids a simulated market would have given just before its first quote of a run, oldest first, ending at `endMid`: the small
 * chart then has one cadence from its first point on. With the run's first quotes they are a hundred.
 */
export function lastTicks(market: Market, seed: number, endMid: number): number[] {
  const chance = seededChance(seedOf(seed, market.code, 'last-ticks'))
  const deviation = deviationOver(market, tickMs / likelihood[market.type])
  const mids: number[] = []
  let mid = endMid
  while (mids.length < recentMidsLength - firstQuotes) {
    const { bid, ask } = quoteAround(market, mid, chance)
    mids.push(priceToNumber(midOf(bid, ask)))
    mid *= Math.exp(-deviation * chance.normal())
  }
  return mids.reverse()
}
