/** Makes a reader whose callers share the reading that is under way: it runs once at a time. */
export function shareReading<T>(read: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | null = null
  return () => {
    underWay ??= read().finally(() => {
      underWay = null
    })
    return underWay
  }
}
