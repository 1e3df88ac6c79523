import type { MarketItem } from '@candor/contract'
import { prices } from '../../live/price-socket.ts'
import type { LivePrice, PriceStore } from '../../live/price-store.ts'

/** A small chart keeps the last points (specification §7, Live prices). */
const mostPrices = 100
const calmMs = 1_000

export interface Hundreds {
  /** Initial series from the server's list; a series that is already followed keeps its own newer points. */
  readonly seed: (series: readonly Pick<MarketItem, 'code' | 'hundred'>[]) => void
  readonly get: (code: string) => readonly number[] | undefined
  /** Calls back at most once a second when this market's series has grown. */
  readonly follow: (code: string, listener: () => void) => () => void
}

/** Stores each market's last hundred prices outside React, for drawing at most once a second. */
export function createHundreds(
  store: Pick<PriceStore, 'followAll'>,
  later: (act: () => void, ms: number) => void = (act, ms) => setTimeout(act, ms),
): Hundreds {
  const series = new Map<string, readonly number[]>()
  const listeners = new Map<string, Set<() => void>>()
  const grown = new Set<string>()
  let waiting = false

  const tell = () => {
    waiting = false
    for (const code of grown) for (const listener of listeners.get(code) ?? []) listener()
    grown.clear()
  }
  const grow = (price: LivePrice) => {
    const points = series.get(price.code)
    const value = Number(price.price)
    if (points === undefined || points.at(-1) === value) return
    series.set(price.code, [...points.slice(1 - mostPrices), value])
    grown.add(price.code)
  }
  store.followAll((changed) => {
    for (const price of changed) grow(price)
    if (waiting || grown.size === 0) return
    waiting = true
    later(tell, calmMs)
  })
  return {
    seed: (list) => {
      for (const { code, hundred: recentMids } of list) {
        if (series.has(code) && (series.get(code)?.length ?? 0) >= recentMids.length) continue
        series.set(code, recentMids.slice(-mostPrices))
      }
    },
    get: (code) => series.get(code),
    follow: (code, listener) => {
      const own = listeners.get(code) ?? new Set()
      listeners.set(code, own.add(listener))
      return () => {
        own.delete(listener)
      }
    },
  }
}

export const hundreds = createHundreds(prices)
