import { divide, type Lots, roundDown, roundHalfEven } from '@candor/money'
import { accept, type Decision, refuse } from '../decision.ts'
import type { Market } from '../markets/market.ts'

/** Amounts of a position that are divided when a part of it is closed, in USDT's smallest unit. */
export interface Carried {
  readonly lots: Lots
  readonly marginMinor: bigint
  readonly feeMinor: bigint
  readonly swapMinor: bigint
  /** Debt of the position to the operator. */
  readonly owedMinor: bigint
}

/**
 * Refuses with `lotsInvalid` unless both the part and the rest are volumes the market trades. The whole position can always be
 * closed, also where the market's volumes were changed since.
 */
export function decidePart(part: Lots | null, whole: Lots, market: Market): Decision<Lots> {
  if (part === null) return refuse('lotsInvalid')
  if (part === whole) return accept(part)
  const rest = (whole - part) as Lots
  return isVolume(part, market) && isVolume(rest, market) ? accept(part) : refuse('lotsInvalid')
}

const isVolume = (lots: Lots, { lotMin, lotStep }: Market): boolean => lots >= lotMin && lots % lotStep === 0n

/**
 * The part's share of margin, commission, swaps and debt, by lots: margin is rounded down (the rest keeps the odd
 * unit), the others half to even. The rest keeps the remainder, so the total is unchanged.
 */
export function shareOf(whole: Carried, part: Lots): Carried {
  const share = (minor: bigint, rounding: typeof roundDown) => divide(minor * part, whole.lots, rounding)
  return {
    lots: part,
    marginMinor: share(whole.marginMinor, roundDown),
    feeMinor: share(whole.feeMinor, roundHalfEven),
    swapMinor: share(whole.swapMinor, roundHalfEven),
    owedMinor: share(whole.owedMinor, roundHalfEven),
  }
}
