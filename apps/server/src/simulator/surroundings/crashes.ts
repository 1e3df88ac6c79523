import { type Incarnation, isDead, runAs, runningAs } from './incarnations.ts'

export interface Crash {
  readonly error: string
  /** Server whose process it would have ended, where that is known. */
  readonly owner: Incarnation | null
}

/** Uncaught failures of a server: each would have ended its process. */
export const crashes: Crash[] = []

/** Recognises a server that lost the lead and ends on purpose: two leaders would be worse, and after a restart it waits for the lead. */
export const endsOnPurpose = ({ error }: Crash): boolean => /another (process|engine) leads/.test(error)

export function catchCrashes(): void {
  const keep = (error: unknown) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    crashes.push({ error: text, owner: runningAs() })
  }
  process.on('uncaughtException', keep)
  process.on('unhandledRejection', keep)
  // A process ends itself by throwing from here; whose it is would be lost.
  const queue = globalThis.queueMicrotask
  globalThis.queueMicrotask = (work) => {
    const owner = runningAs()
    queue(() => (owner === null ? work() : workOf(owner, work, keep)))
  }
}

function workOf(owner: Incarnation, work: () => void, failed: (error: unknown) => void): void {
  if (isDead(owner)) return
  runAs(owner, () => {
    try {
      work()
    } catch (error) {
      failed(error)
    }
  })
}
