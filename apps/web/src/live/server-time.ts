import { useEffect, useState } from 'react'
import { followAccount } from './account-socket.ts'

let offsetMs = 0
const listeners = new Set<() => void>()

/** Something the server dated came at `heardAtMs` of the page's clock: from then on the server's is known here. */
export function noteServerTime(at: string | number, heardAtMs = Date.now()): void {
  const atMs = typeof at === 'number' ? at : Date.parse(at)
  if (!Number.isFinite(atMs)) return
  offsetMs = atMs - heardAtMs
  for (const listener of listeners) listener()
}

/** The server's clock in epoch ms, as well as it is known: countdowns count by it, not by a clock that may be wrong. */
export const serverNow = (): number => Date.now() + offsetMs

/** The server's clock, which ticks while the component is shown. */
export function useServerNow(everyMs: number): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const tick = () => setNow(serverNow())
    const timer = setInterval(tick, everyMs)
    listeners.add(tick)
    // What we report ourselves has no number and is dated by our own clock.
    const leave = followAccount(({ seq, at }) => {
      if (seq > 0) noteServerTime(at)
    })
    tick()
    return () => {
      clearInterval(timer)
      listeners.delete(tick)
      leave()
    }
  }, [everyMs])
  return now
}
