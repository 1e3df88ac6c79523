import { refusals } from '@candor/refusals'
import { add, cmp, decimal, type Fraction, fraction, mul, sub } from './fractions.ts'

export interface Tick {
  readonly sell: Fraction
  readonly buy: Fraction
  readonly mid: Fraction
}

export interface ExitsOf {
  readonly stop: Fraction | null
  readonly target: Fraction | null
}

export const optional = (text: unknown): Fraction | null => (text ? decimal(String(text)) : null)

/** Highest level at a price: a thousand times it, at most 100 million. */
function highestAt(price: Fraction): Fraction {
  const times = mul(price, fraction(1000n))
  const most = fraction(100_000_000n)
  return cmp(times, most) < 0 ? times : most
}

/** A stop must lie beyond what a close would get, a target beyond the opening price, each by a tick, and none above the highest level. */
export function wrongExits(
  { stop, target }: ExitsOf,
  buys: boolean,
  tick: Tick,
  step: Fraction,
): number | null {
  const [closing, opening] = buys ? [tick.sell, tick.buy] : [tick.buy, tick.sell]
  return wrongExitsFrom({ stop, target }, buys, { closing, opening }, step)
}

/** Of an open position both are measured from what a close would get. */
export function wrongExitsFrom(
  { stop, target }: ExitsOf,
  buys: boolean,
  { closing, opening }: { readonly closing: Fraction; readonly opening: Fraction },
  step: Fraction,
): number | null {
  const side = buys ? 1 : -1
  const offset = mul(step, fraction(BigInt(side)))
  const stopWrong =
    stop !== null && (cmp(stop, sub(closing, offset)) * side > 0 || cmp(stop, highestAt(closing)) > 0)
  const targetWrong =
    target !== null && (cmp(target, add(opening, offset)) * side < 0 || cmp(target, highestAt(opening)) > 0)
  if (stopWrong && targetWrong) return refusals.protectionRequired
  if (stopWrong) return refusals.stopLossInvalid
  return targetWrong ? refusals.takeProfitInvalid : null
}

/** A buy limit and a sell stop wait below the price one would open at, the others above; by a tick, and none above the highest level. */
export const waitsBelow = (buys: boolean, kind: string): boolean => buys === (kind === 'limit')

export function wrongLevel(
  { buys, kind }: { readonly buys: boolean; readonly kind: string },
  level: Fraction,
  tick: Tick,
  step: Fraction,
): boolean {
  const now = buys ? tick.buy : tick.sell
  if (waitsBelow(buys, kind)) return cmp(level, sub(now, step)) > 0
  return cmp(level, add(now, step)) < 0 || cmp(level, highestAt(now)) > 0
}

/** The quote of a fill exactly at the level, with the spread of now. */
export function atLevel(buys: boolean, level: Fraction, tick: Tick): Tick {
  const spread = sub(tick.buy, tick.sell)
  return buys
    ? { buy: level, sell: sub(level, spread), mid: tick.mid }
    : { sell: level, buy: add(level, spread), mid: tick.mid }
}

export interface Trail {
  readonly distance: Fraction
  best: Fraction
}

export function exitOf(
  one: ExitsOf & { readonly buys: boolean; readonly trail: Trail | null },
  tick: Tick,
): string | null {
  const at = one.buys ? tick.sell : tick.buy
  const side = one.buys ? 1 : -1
  if (one.stop && cmp(at, one.stop) * side <= 0) return 'stopLoss'
  if (one.trail) {
    const away = mul(one.trail.distance, fraction(BigInt(side)))
    if (cmp(at, sub(one.trail.best, away)) * side <= 0) return 'trailing'
  }
  return one.target && cmp(at, one.target) * side >= 0 ? 'takeProfit' : null
}

export function isWellFormed(
  row: { readonly bid: Fraction; readonly ask: Fraction },
  mid: Fraction,
): boolean {
  const spread = sub(row.ask, row.bid)
  return row.bid.n > 0n && spread.n >= 0n && cmp(mul(spread, fraction(20n)), mid) <= 0
}

export function isFar(mid: Fraction, centre: Fraction): boolean {
  const gap = sub(mid, centre)
  return cmp(mul(fraction(gap.n < 0n ? -gap.n : gap.n, gap.d), fraction(20n)), centre) > 0
}
