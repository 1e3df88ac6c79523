import { tracingChannel } from 'node:diagnostics_channel'
import type { Logger } from 'pino'
import type { Moved } from './for-each-case.ts'

interface Timed {
  readonly name: string
  readonly everyMs: number
}

/** Moves cases: nothing but `forEachCase` answers `Moved`, so that a stuck case never starves the others (decision 0169). */
export interface CaseJob extends Timed {
  readonly noCases?: undefined
  run(): Promise<Moved | readonly Moved[]>
}

/** Has no cases that could keep one another from their turn, and says why. `scripts/check-jobs.ts` lets no loop wait in one unseen. */
export interface WholeJob extends Timed {
  readonly noCases: string
  run(): Promise<unknown>
}

export type Job = CaseJob | WholeJob

/** Tells who subscribes, the bench for one, when a job's turn begins and ends; costs nothing while nobody does. */
const turns = tracingChannel<{ readonly name: string }>('candor:job')

/**
 * Runs each job at its interval of real time, never twice at once; a failure is logged and the next turn comes. Every job here may run
 * twice or not at all without harm: money has its own once-only keys.
 */
export function startTimetable(jobs: readonly Job[], log: Logger): () => Promise<void> {
  const running = new Set<Promise<void>>()
  const timers = jobs.map((job) => {
    let busy = false
    const turn = () => {
      if (busy) return
      busy = true
      const done = turns
        .tracePromise(() => job.run(), { name: job.name })
        .then(
          () => undefined,
          (err: unknown) => log.error({ err, job: job.name }, 'a job failed'),
        )
        .finally(() => {
          busy = false
          running.delete(done)
        })
      running.add(done)
    }
    return setInterval(turn, job.everyMs).unref()
  })
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await Promise.all(running)
  }
}
