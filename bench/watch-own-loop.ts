import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'

/** CPU time of this thread in ms: work of other processes on the machine does not count as a block. */
function spentMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6
  } catch {
    return performance.now()
  }
}

/** Looks at this thread's event loop every few milliseconds; the returned function ends it and returns the longest block in ms. */
export function watchLoop(): () => number {
  const everyMs = 2
  let longest = 0
  let last = spentMs()
  const timer = setInterval(() => {
    const now = spentMs()
    longest = Math.max(longest, now - last)
    last = now
  }, everyMs)
  return () => {
    clearInterval(timer)
    return longest
  }
}
