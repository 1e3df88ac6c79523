import { Worker } from 'node:worker_threads'
import { programFile } from '../program-file.ts'
import { isLong, type Task, type TaskReply } from './tasks.ts'

/** A task and the promise of its result. */
export interface PendingTask {
  readonly task: Task
  readonly resolve: (result: Uint8Array) => void
  readonly reject: (error: Error) => void
}

/** Tasks that share a thread page by page; one of them may be long. */
const mostAtOnce = 4

interface ThreadEvents {
  /** Called when a task has ended and its capacity is free. */
  readonly onCapacity: () => void
  readonly onExit: () => void
}

/** One thread and the tasks it has. Should it die, those fail and no others. */
export class WorkerThread {
  private readonly worker: Worker
  private readonly running = new Map<number, PendingTask>()
  private lastId = 0

  constructor(mostMegabytes: number, { onCapacity, onExit }: ThreadEvents) {
    this.worker = new Worker(programFile('platform/workers/worker-program'), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
    })
    this.worker.on('message', (reply: TaskReply) => {
      this.settle(reply)
      onCapacity()
    })
    this.worker.on('error', (error: Error) => this.failAll(error))
    this.worker.once('exit', () => {
      this.failAll(new Error('the worker thread ended before its task did'))
      onExit()
    })
  }

  get tasks(): number {
    return this.running.size
  }

  /** Short tasks share the thread with a long one; two long ones would only make each other late. */
  hasCapacityFor(task: Task): boolean {
    if (this.running.size >= mostAtOnce) return false
    return !isLong(task) || ![...this.running.values()].some((other) => isLong(other.task))
  }

  give(pending: PendingTask): void {
    // A process waits for the task it gave, not for a thread that has nothing to do.
    this.worker.ref()
    this.lastId += 1
    this.running.set(this.lastId, pending)
    this.worker.postMessage({ id: this.lastId, task: pending.task })
  }

  end(): void {
    this.worker.terminate().catch(() => undefined)
  }

  private settle(reply: TaskReply): void {
    const pending = this.running.get(reply.id)
    this.running.delete(reply.id)
    if (this.running.size === 0) this.worker.unref()
    if (reply.ok) pending?.resolve(reply.result)
    else pending?.reject(new Error(`a task failed in its thread: ${reply.reason}`))
  }

  private failAll(error: Error): void {
    for (const { reject } of this.running.values()) reject(error)
    this.running.clear()
  }
}
