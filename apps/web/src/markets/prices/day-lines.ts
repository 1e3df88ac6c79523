import type { MarketItem } from '@candor/contract'
import { prices } from '../../live/price-socket.ts'
import type { LivePrice, PriceStore } from '../../live/price-store.ts'

/** A small chart keeps the last points (specification §7, Live prices). */
const mostPoints = 100
const calmMs = 1_000

export interface DayLines {
  /** Lines of the server's newest list; each replaces the line before it. A list seen before changes nothing. */
  readonly seed: (lines: readonly Pick<MarketItem, 'code' | 'day'>[]) => void
  readonly get: (code: string) => readonly number[] | undefined
  /** Calls back at most once a second when the newest point of a line has moved. */
  readonly follow: (listener: () => void) => () => void
}

/**
 * Stores each market's line of the last 24 hours outside React. Its newest point follows the live price, so it ends where the change in
 * percent is measured.
 */
export function createDayLines(
  store: Pick<PriceStore, 'followAll'>,
  later: (act: () => void, ms: number) => void = (act, ms) => setTimeout(act, ms),
): DayLines {
  const lines = new Map<string, readonly number[]>()
  const seeded = new WeakSet<object>()
  const listeners = new Set<() => void>()
  let waiting = false

  const notify = () => {
    waiting = false
    for (const listener of listeners) listener()
  }
  const move = ({ code, price }: LivePrice) => {
    const line = lines.get(code)
    const value = Number(price)
    if (line === undefined || line.at(-1) === value) return
    lines.set(code, [...line.slice(0, -1), value])
    if (waiting) return
    waiting = true
    later(notify, calmMs)
  }
  store.followAll((changed) => changed.forEach(move))
  return {
    seed: (list) => {
      if (seeded.has(list)) return
      seeded.add(list)
      for (const { code, day } of list) lines.set(code, day.slice(-mostPoints))
    },
    get: (code) => lines.get(code),
    follow: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const dayLines = createDayLines(prices)
