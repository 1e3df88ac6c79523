import { divide, type Rate, rateScale, roundHalfEven } from '@candor/money'

/** Worth of an account at a moment (epoch ms), in USDT's smallest unit; `flowMinor` is all money put in until then, less what was taken out. */
export interface WorthPoint {
  readonly at: number
  readonly worthMinor: bigint
  readonly flowMinor: bigint
}

/** Money put in at a moment (epoch ms), or taken out where negative. */
export interface Flow {
  readonly at: number
  readonly minor: bigint
}

export interface AccountReturn {
  /** Change of the worth without what was put in and taken out. */
  readonly resultMinor: bigint
  /** Average of the money that was in the account. */
  readonly capitalMinor: bigint
  /** Result by that average; null where on average nothing was in it. */
  readonly share: Rate | null
}

/**
 * Computes the return on the money that was in an account, by the modified Dietz method:
 *
 *     return = (W₁ − W₀ − F) ÷ (W₀ + Σ wᵢ × Fᵢ),   wᵢ = (t₁ − tᵢ) ÷ (t₁ − t₀)
 *
 * W₀ and W₁ are the worth at the beginning and the end, Fᵢ each amount put in or taken out, F their sum, and wᵢ the part of the period for
 * which it was in the account. Source: P. O. Dietz, “Pension Funds: Measuring Investment Performance” (1966); CFA Institute, GIPS
 * Standards, calculation methodology. Rounded half to even.
 */
export function accountReturn(start: WorthPoint, end: WorthPoint, flows: readonly Flow[]): AccountReturn {
  const resultMinor = end.worthMinor - start.worthMinor - (end.flowMinor - start.flowMinor)
  const lengthMs = BigInt(end.at - start.at)
  if (lengthMs <= 0n) return { resultMinor, capitalMinor: start.worthMinor, share: null }
  const weighted = flows
    .filter(({ at }) => at > start.at && at <= end.at)
    .reduce((sum, { at, minor }) => sum + minor * BigInt(end.at - at), 0n)
  const capitalMs = start.worthMinor * lengthMs + weighted
  const share =
    capitalMs <= 0n
      ? null
      : (divide(resultMinor * lengthMs * 10n ** BigInt(rateScale), capitalMs, roundHalfEven) as Rate)
  return { resultMinor, capitalMinor: divide(capitalMs, lengthMs, roundHalfEven), share }
}

/** The deepest fall of an account's result between two of its points. */
export interface Drawdown {
  /** Above zero. */
  readonly minor: bigint
  /** Part of what was in the account at the highest point, with what was put in and taken out until the lowest; null where that is nothing. */
  readonly share: Rate | null
  readonly from: number
  readonly to: number
}

/** Finds the deepest fall of the result; money put in or taken out is none of it. Null where the result never fell. */
export function deepestDrawdown(points: readonly WorthPoint[]): Drawdown | null {
  const result = ({ worthMinor, flowMinor }: WorthPoint) => worthMinor - flowMinor
  let [peak] = points
  let deepest: { peak: WorthPoint; low: WorthPoint; minor: bigint } | null = null
  for (const low of points) {
    if (peak === undefined || result(low) >= result(peak)) peak = low
    const minor = result(peak) - result(low)
    if (minor > (deepest?.minor ?? 0n)) deepest = { peak, low, minor }
  }
  if (deepest === null) return null
  const { peak: high, low, minor } = deepest
  const base = high.worthMinor + low.flowMinor - high.flowMinor
  return {
    minor,
    share: base <= 0n ? null : (divide(minor * 10n ** BigInt(rateScale), base, roundHalfEven) as Rate),
    from: high.at,
    to: low.at,
  }
}
