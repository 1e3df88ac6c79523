/** Failures of the server that nobody caught: each would have ended its process. */
export const crashes: string[] = []

export function catchCrashes(): void {
  const keep = (error: unknown) =>
    void crashes.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  process.on('uncaughtException', keep)
  process.on('unhandledRejection', keep)
}
