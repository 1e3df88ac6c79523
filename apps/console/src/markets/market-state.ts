import type { ListedMarket } from '@candor/contract'
import { hourMs, minuteMs, secondMs } from '@candor/rules/time-units.ts'
import type { Tone } from '@candor/ui/feedback.tsx'
import { momentOf } from '../shell/moments.ts'

export interface MarketState {
  readonly words: string
  readonly tone: Tone
  /** Opening of a closed market, where it is known. */
  readonly until: string | null
  /** Customers cannot trade it although its hours say that they could. */
  readonly isWrong: boolean
}

type Stated = Pick<ListedMarket, 'unavailable' | 'ageMs' | 'nextOpenAt' | 'closeOnly'>

/** Tells whether a market can be traded, and if not, why. */
export function marketState({ unavailable, ageMs, nextOpenAt, closeOnly }: Stated): MarketState {
  if (unavailable === null && closeOnly)
    return { words: 'closing only', tone: 'warn', until: null, isWrong: false }
  if (unavailable === null) return { words: 'open', tone: 'good', until: null, isWrong: false }
  if (unavailable === 'closed') {
    const until = nextOpenAt === null ? null : `opens ${momentOf(nextOpenAt)}`
    return { words: 'closed', tone: 'neutral', until, isWrong: false }
  }
  const words = unavailable === 'stale' && ageMs === null ? 'no price' : wrongWords[unavailable]
  return { words, tone: 'bad', until: null, isWrong: true }
}

const wrongWords = { halted: 'halted', stale: 'price too old', source: 'demo only' } as const

/** Writes an age in its largest unit: tenths of a second, then whole seconds, minutes and hours. */
export function writeAge(ms: number): string {
  if (ms < 10 * secondMs) return `${(ms / secondMs).toFixed(1)} s`
  if (ms < minuteMs) return `${Math.floor(ms / secondMs)} s`
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min`
  return `${Math.floor(ms / hourMs)} h`
}

/** Writes the share of the spread in the price, in basis points; null without a price. */
export function spreadPoints({
  bid,
  ask,
  spread,
}: Pick<ListedMarket, 'bid' | 'ask' | 'spread'>): string | null {
  if (bid === null || ask === null || spread === null) return null
  const mid = (Number(bid) + Number(ask)) / 2
  return mid > 0 ? `${((Number(spread) / mid) * 10_000).toFixed(1)} bp` : null
}
