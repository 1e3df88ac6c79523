import type { Price } from '@candor/money'
import type { Market, MarketType } from '@candor/rules'
import type { Chance } from './chance.ts'

const yearMs = 365 * 86_400_000
/** Share of a market's movement that comes from its class: makes pairs move together. */
const shareOfClass: Readonly<Record<MarketType, number>> = { 1: 0.55, 2: 0.75, 3: 0.6, 4: 0.35 }
/** Mean reversion per year: halves a price's distance to its start (e^-0.7 ≈ 0.5), so prices stay near it over years of running. */
const pullPerYear = 0.7

/** The deviation of a logarithmic return over this long. */
export const deviationOver = (market: Market, ms: number) =>
  market.simulation.volatility * Math.sqrt(ms / yearMs)

/** A simulated market's price, as a number: it never decides anything, it only makes quotes. */
export interface Walk {
  mid: number
  /** Slowly wandering multiple of the usual volatility: calm hours and rough ones. */
  heat: number
}

/** The price after a while, given what moved the whole class (a standard normal). */
export function step(
  walk: Walk,
  market: Market,
  { ms, classMove }: { readonly ms: number; readonly classMove: number },
  chance: Chance,
): void {
  const share = shareOfClass[market.type]
  walk.heat += (1 - walk.heat) * 0.002 + 0.015 * chance.normal()
  walk.heat = Math.min(2.2, Math.max(0.4, walk.heat))
  const move = share * classMove * classSign(market) + Math.sqrt(1 - share * share) * chance.normal()
  const pull = pullPerYear * Math.log(market.simulation.price / walk.mid) * (ms / yearMs)
  walk.mid *= Math.exp(deviationOver(market, ms) * walk.heat * move + pull)
}

/** Pairs that begin with the dollar fall when the others rise. */
function classSign(market: Market): 1 | -1 {
  return market.type === 1 && market.base === 'USD' ? -1 : 1
}

/** Computes bid and ask around a mid, on the market's own ticks, with a slightly varying spread. */
export function quoteAround(market: Market, mid: number, chance: Chance): { bid: Price; ask: Price } {
  const tick = Number(market.tickSize) / 1e10
  const spread = market.simulation.spread * (0.85 + 0.4 * chance.uniform())
  const spreadTicks = Math.max(1, Math.round(spread / tick))
  const bidTicks = Math.max(1, Math.round((mid - spread / 2) / tick))
  const bid = BigInt(bidTicks) * market.tickSize
  return { bid: bid as Price, ask: (bid + BigInt(spreadTicks) * market.tickSize) as Price }
}
