import type { Option } from '@candor/contract'
import { type Price, parsePrice, writePrice } from '@candor/money'
import { countedPrice } from '@candor/rules/options/option-split.ts'

/** Phase of an option: running, past its end and waiting for the quote that settles it, or settled. */
export type OptionPhase = 'running' | 'settling' | 'settled'

export interface OptionRun {
  readonly phase: OptionPhase
  /** Whole seconds to the end, rounded up; 0 once it has ended. */
  readonly secondsLeft: number
  /** Elapsed share of the whole time, 0 to 1: for drawing. */
  readonly share: number
}

type Timed = Pick<Option, 'status' | 'openedAt' | 'expiresAt'>

/** Progress of an option at a moment of the server's clock (epoch ms). */
export function optionRun(option: Timed, nowMs: number): OptionRun {
  if (option.status === 'closed') return { phase: 'settled', secondsLeft: 0, share: 1 }
  const from = Date.parse(option.openedAt)
  const to = Date.parse(option.expiresAt)
  // Never more than the whole period, even while the page's clock is not yet set to the server's.
  const left = Math.min(Math.max(0, to - nowMs), to - from)
  const share = Math.min(1, Math.max(0, (nowMs - from) / (to - from)))
  return { phase: left > 0 ? 'running' : 'settling', secondsLeft: Math.ceil(left / 1000), share }
}

/** Formats seconds as `4:07` or `1:00:00`, the same in every language. */
export function clockText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** Converts a current price to the shares before a split of `new:old`. */
export function countedText(price: string, split: Option['split']): string {
  const [fresh, old] = (split ?? '').split(':')
  const mid = parsePrice(price)
  if (mid === null || fresh === undefined || old === undefined) return price
  return writePrice(countedPrice(mid, { fresh: BigInt(fresh), old: BigInt(old) }))
}

export type Standing = 'winning' | 'losing' | 'level' | 'unknown'

/** Result at a price: a state of the moment, not a promise. */
export function standingAt(
  option: Pick<Option, 'direction' | 'openPrice'>,
  priceText: string | null,
): Standing {
  const price = priceText === null ? null : parsePrice(priceText)
  const open = parsePrice(option.openPrice)
  if (price === null || open === null) return 'unknown'
  if (price === open) return 'level'
  return price > open === (option.direction === 'up') ? 'winning' : 'losing'
}

/** Difference of the second price from the first, a signed decimal text; null when either is not a price. */
export function priceMove(from: string, to: string): string | null {
  const first = parsePrice(from)
  const second = parsePrice(to)
  return first === null || second === null ? null : writePrice((second - first) as Price)
}
