const longestMs = 60_000

/** Solves a challenge in a worker; null where this browser cannot. */
export function doWork(challenge: string): Promise<string | null> {
  const worker = new Worker(new URL('./work-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<string | null>((resolve) => {
    setTimeout(() => resolve(null), longestMs)
    worker.addEventListener('error', () => resolve(null))
    worker.addEventListener('message', ({ data }: MessageEvent<{ readonly work: string | null }>) =>
      resolve(data.work),
    )
    worker.postMessage(challenge)
  }).finally(() => worker.terminate())
}
