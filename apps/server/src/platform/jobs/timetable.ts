import { tracingChannel } from 'node:diagnostics_channel'
import type { Logger } from 'pino'
import type { OffsetClock } from '../clock.ts'
import type { Moved } from './for-each-case.ts'

interface Timed {
  readonly name: string
  readonly everyMs: number
  /** Runs once before the server opens its doors, too, in a process that runs jobs: what fell due while it was down. */
  readonly alsoAtStart?: true
}

/** Moves cases. Only `forEachCase` returns `Moved`, so a stuck case never starves the others (ADR-169). */
export interface CaseJob extends Timed {
  readonly noCases?: undefined
  run(): Promise<Moved | readonly Moved[]>
}

/** A job without cases that could delay one another, with the reason. `scripts/check-jobs.ts` finds every loop that waits in one. */
export interface WholeJob extends Timed {
  readonly noCases: string
  run(): Promise<unknown>
}

export type Job = CaseJob | WholeJob

/** Signals the start and end of a job's turn to subscribers, such as a benchmark; costs nothing without any. */
const turns = tracingChannel<{ readonly name: string }>('candor:job')

/**
 * Runs each job at its interval of real time and whenever a sandbox's clock was moved, because jobs are then overdue; never
 * twice at once. A failure is logged and the next turn follows. Every job must do no harm if it runs twice or not at all: money
 * has its own once-only keys.
 */
export function startTimetable(
  jobs: readonly Job[],
  log: Logger,
  clock: Pick<OffsetClock, 'onMoved'>,
): () => Promise<void> {
  const running = new Set<Promise<void>>()
  const lines = jobs.map((job) => {
    let busy = false
    let isOverdue = false
    const turn = () => {
      if (busy) return
      busy = true
      isOverdue = false
      const done = turns
        .tracePromise(() => job.run(), { name: job.name })
        .then(
          () => undefined,
          (err: unknown) => log.error({ err, job: job.name }, 'a job failed'),
        )
        .finally(() => {
          busy = false
          running.delete(done)
          if (isOverdue) turn()
        })
      running.add(done)
    }
    const timer = setInterval(turn, job.everyMs).unref()
    const unfollow = clock.onMoved(() => {
      // A turn under way may have looked at the time before.
      isOverdue = true
      turn()
    })
    return () => {
      clearInterval(timer)
      unfollow()
      isOverdue = false
    }
  })
  return async () => {
    for (const end of lines) end()
    await Promise.all(running)
  }
}
