const stepMs = 10

/**
 * Measures a span without what a busy machine adds to it: time in which this process waited counts in steps, so that a stall of the machine
 * is one step however long it lasts, and its own work counts as processor time. The returned function stops it and gives the milliseconds.
 */
export function startStopwatch(): () => number {
  const from = process.cpuUsage()
  let steps = 0
  const timer = setInterval(() => {
    steps += 1
  }, stepMs).unref()
  return () => {
    clearInterval(timer)
    const { user, system } = process.cpuUsage(from)
    return steps * stepMs + (user + system) / 1_000
  }
}
