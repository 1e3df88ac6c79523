import { availableParallelism } from 'node:os'
import { TooMany } from '../http/refusal.ts'
import { isLong, type Task, type TaskInput, type TaskName } from './tasks.ts'
import { type PendingTask, WorkerThread } from './worker-thread.ts'

interface PoolLimits {
  readonly mostThreads: number
  /** Most waiting tasks; further ones are rejected for now. */
  readonly mostWaiting: number
  /** Most of them that are long: the other places are left to short ones. */
  readonly mostLongWaiting: number
  /** A thread without work ends after this long. */
  readonly idleMs: number
  readonly mostMegabytes: number
}

const standard: PoolLimits = {
  mostThreads: Math.max(1, Math.min(2, availableParallelism() - 1)),
  mostWaiting: 32,
  mostLongWaiting: 16,
  idleMs: 30_000,
  mostMegabytes: 512,
}
const comeAgainMs = 5_000

/**
 * A bounded number of threads for work that would hold up the event loop: PDFs above all. Threads start with the first task and
 * end when idle. A short task shares a thread with a long one, page by page, and never waits for it to end.
 */
export class WorkerPool {
  private readonly limits: PoolLimits
  private readonly threads = new Set<WorkerThread>()
  private readonly waiting: PendingTask[] = []

  constructor(limits: Partial<PoolLimits> = {}) {
    this.limits = { ...standard, ...limits }
  }

  /** Runs a task when a thread has capacity; throws `TooMany` when too much waits. */
  run<Name extends TaskName>(name: Name, input: TaskInput<Name>): Promise<Uint8Array> {
    const task = { name, input } as Task
    if (this.isFullFor(task)) return Promise.reject(new TooMany(comeAgainMs))
    return new Promise((resolve, reject) => {
      this.waiting.push({ task, resolve, reject })
      this.next()
    })
  }

  private isFullFor(task: Task): boolean {
    const { mostWaiting, mostLongWaiting } = this.limits
    if (this.waiting.length >= mostWaiting) return true
    return isLong(task) && this.waiting.filter((other) => isLong(other.task)).length >= mostLongWaiting
  }

  /** Gives each waiting task to a thread with capacity, in order; short tasks pass a long one that finds none. */
  private next(): void {
    for (const pending of [...this.waiting]) {
      const thread = this.threadFor(pending.task)
      if (thread === null) continue
      this.waiting.splice(this.waiting.indexOf(pending), 1)
      thread.give(pending)
    }
  }

  /** Returns the least busy thread with capacity; a new one when all are busy and another may start. */
  private threadFor(task: Task): WorkerThread | null {
    const [least] = [...this.threads]
      .filter((thread) => thread.hasCapacityFor(task))
      .sort((one, other) => one.tasks - other.tasks)
    if (least?.tasks === 0) return least
    return this.threads.size < this.limits.mostThreads ? this.start() : (least ?? null)
  }

  private start(): WorkerThread {
    const thread = new WorkerThread(this.limits.mostMegabytes, {
      onCapacity: () => {
        this.next()
        this.endWhenIdle(thread)
      },
      onExit: () => {
        this.threads.delete(thread)
        this.next()
      },
    })
    this.threads.add(thread)
    return thread
  }

  private endWhenIdle(thread: WorkerThread): void {
    if (thread.tasks > 0) return
    setTimeout(() => {
      if (thread.tasks > 0 || !this.threads.delete(thread)) return
      thread.end()
    }, this.limits.idleMs).unref()
  }
}

/** One for the process: its cores are shared by all modules. */
export const workers = new WorkerPool()
