import { useEffect, useState } from 'react'
import { followAccount } from './account-socket.ts'

let offsetMs = 0

/** Something the server dated came at `heardAtMs` of the page's clock: from then on the server's is known here. */
export function noteServerTime(at: string | number, heardAtMs = Date.now()): void {
  const atMs = typeof at === 'number' ? at : Date.parse(at)
  if (Number.isFinite(atMs)) offsetMs = atMs - heardAtMs
}

/** The server's clock in epoch ms, as well as it is known: countdowns count by it, not by a clock that may be wrong. */
export const serverNow = (): number => Date.now() + offsetMs

/** The server's clock, ticking while somebody looks. */
export function useServerNow(everyMs: number): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const tick = () => setNow(serverNow())
    const timer = setInterval(tick, everyMs)
    // What we send ourselves when the socket opens has no number and is dated by our own clock.
    const leave = followAccount(({ seq, at }) => {
      if (seq === 0) return
      noteServerTime(at)
      tick()
    })
    tick()
    return () => {
      clearInterval(timer)
      leave()
    }
  }, [everyMs])
  return now
}
