import { type MeasuredFill, slippageOf, slippedFor } from './slippage.ts'

/** Shares of fills, in per cent, at whose slippage a report names. */
export const slippagePercents = [5, 25, 50, 75, 95] as const
/** Shares of fills, in per cent, at whose waiting time a report names. */
export const waitPercents = [50, 95, 99] as const

/** Slippage towards one side: how many fills, and the sum of their slippage in units of 10^-8. */
export interface SlippedFills {
  readonly count: number
  readonly sum: bigint
}

export interface ExecutionFigures {
  readonly fills: number
  /** In the customer's favour. */
  readonly favourable: SlippedFills
  /** Against the customer; the sum is negative. */
  readonly adverse: SlippedFills
  readonly unchanged: number
  /** Slippage at each of `slippagePercents`; null without fills. */
  readonly slippage: readonly bigint[] | null
  /** Milliseconds at each of `waitPercents`, and the most; null without fills. */
  readonly waitMs: { readonly at: readonly bigint[]; readonly most: bigint } | null
}

/**
 * Returns the quantile of an ascending list by the nearest rank: the value at place ⌈percent × n ÷ 100⌉, counted from one. It is always one of
 * the values; nothing is interpolated.
 */
export function nearestRank(ascending: BigInt64Array, percent: number): bigint {
  const place = Math.floor((percent * ascending.length + 99) / 100)
  const value = ascending[Math.max(place, 1) - 1]
  if (value === undefined) throw new Error('no quantile of nothing')
  return value
}

interface Tally {
  count: number
  sum: bigint
}

/** Collects fills one by one, and states their figures at the end. */
export class FillTally {
  private readonly slippages: bigint[] = []
  private readonly waits: bigint[] = []
  private readonly favourable: Tally = { count: 0, sum: 0n }
  private readonly adverse: Tally = { count: 0, sum: 0n }

  add(fill: MeasuredFill, waitMs: number): void {
    const slippage = slippageOf(fill)
    this.slippages.push(slippage)
    this.waits.push(BigInt(waitMs))
    const side = slippedFor(fill)
    if (side === null) return
    const tally = side === 'customer' ? this.favourable : this.adverse
    tally.count += 1
    tally.sum += slippage
  }

  figures(): ExecutionFigures {
    const fills = this.slippages.length
    const { favourable, adverse } = this
    const common = {
      fills,
      favourable: { ...favourable },
      adverse: { ...adverse },
      unchanged: fills - favourable.count - adverse.count,
    }
    if (fills === 0) return { ...common, slippage: null, waitMs: null }
    // Sorted by value without a function of ours, so that 100 000 fills take a few milliseconds.
    const slippages = BigInt64Array.from(this.slippages).sort()
    const waits = BigInt64Array.from(this.waits).sort()
    return {
      ...common,
      slippage: slippagePercents.map((percent) => nearestRank(slippages, percent)),
      waitMs: {
        at: waitPercents.map((percent) => nearestRank(waits, percent)),
        most: nearestRank(waits, 100),
      },
    }
  }
}
