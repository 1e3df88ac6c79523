import type { ListedMarket } from '@candor/contract'
import { hourMs, minuteMs, secondMs } from '@candor/rules/time-units.ts'
import type { Tone } from '@candor/ui/feedback.tsx'
import { momentOf } from '../shell/moments.ts'

/** A call at the market waits for a price at most this long, and is refused then. */
const refusingAgeMs = 5 * secondMs

export interface MarketState {
  readonly words: string
  readonly tone: Tone
  /** Opening of a closed market, where it is known. */
  readonly until: string | null
  /** Customers cannot trade it although its hours say that they could. */
  readonly isWrong: boolean
}

type Stated = Pick<ListedMarket, 'open' | 'halted' | 'noPrice' | 'ageMs' | 'nextOpenAt'>

/** Tells whether a market can be traded, and if not, why. */
export function marketState({ open, halted, noPrice, ageMs, nextOpenAt }: Stated): MarketState {
  const wrong = (words: string) => ({ words, tone: 'bad', until: null, isWrong: true }) as const
  if (halted !== null) return wrong('halted')
  if (!open) {
    const until = nextOpenAt === null ? null : `opens ${momentOf(nextOpenAt)}`
    return { words: 'closed', tone: 'neutral', until, isWrong: false }
  }
  if (noPrice !== null || ageMs === null) return wrong('no price')
  if (ageMs > refusingAgeMs) return wrong('price too old')
  return { words: 'open', tone: 'good', until: null, isWrong: false }
}

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
