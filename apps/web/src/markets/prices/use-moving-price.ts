import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLivePrice } from '../../live/price-socket.ts'
import type { LivePrice } from '../../live/price-store.ts'
import { dayLines } from './day-lines.ts'

const nothing = () => () => undefined

export interface MovingPrice extends LivePrice {
  /** −1, 0 or 1: where the last change of this cell went. */
  readonly moved: -1 | 0 | 1
}

/** One market's newest price and its direction; null follows none. */
export function useMovingPrice(code: string | null): MovingPrice | undefined {
  const shown = useLivePrice(code)
  const before = useRef<{ price: string; moved: -1 | 0 | 1 } | null>(null)
  if (shown === undefined) return undefined
  const known = before.current
  if (known === null || known.price !== shown.price) {
    const moved = known === null ? 0 : (Math.sign(Number(shown.price) - Number(known.price)) as -1 | 0 | 1)
    before.current = { price: shown.price, moved }
  }
  return { ...shown, moved: before.current?.moved ?? 0 }
}

/** A market’s line of the last 24 hours, at most once a second; undefined before the first list came. */
export function useDayLine(code: string | null): readonly number[] | undefined {
  return useSyncExternalStore(code === null ? nothing : dayLines.follow, () =>
    code === null ? undefined : dayLines.get(code),
  )
}

/** A clock for ages, which ticks while the component is shown. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
