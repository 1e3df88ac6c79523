const firstWaitMs = 500
const longestWaitMs = 15_000
const mostDoublings = 10

/** Waiting time before the n-th repetition, n from 0: doubled each time, half of it random, so that many clients do not return at once. */
export const backoffMs = (tries: number, random: number): number =>
  Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(tries, mostDoublings)) * (0.5 + random / 2)

/** Waits; rejects with the signal's reason as soon as it is aborted. */
export const wait = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted === true) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
