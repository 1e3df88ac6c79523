const everySecondsMs = 2_000
const lookers = new Set<() => void>()
let ticking: ReturnType<typeof setInterval> | undefined

/** Calls back every two seconds: one clock for all rows of a list. */
export function followSeconds(listener: () => void): () => void {
  lookers.add(listener)
  ticking ??= setInterval(() => {
    for (const look of lookers) look()
  }, everySecondsMs)
  return () => {
    lookers.delete(listener)
    if (lookers.size > 0) return
    clearInterval(ticking)
    ticking = undefined
  }
}
