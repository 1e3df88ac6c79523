import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { TooMany } from '../http/refusal.ts'
import { programFile } from '../program-file.ts'
import type { TaskInput, TaskMessage, TaskName, TaskReply } from './tasks.ts'

interface PoolLimits {
  readonly mostThreads: number
  /** Most waiting tasks; further ones are rejected for now. */
  readonly mostWaiting: number
  /** A thread without work ends after this long. */
  readonly idleMs: number
  readonly mostMegabytes: number
}

const standard: PoolLimits = {
  mostThreads: Math.max(1, Math.min(2, availableParallelism() - 1)),
  mostWaiting: 32,
  idleMs: 30_000,
  mostMegabytes: 512,
}
const comeAgainMs = 5_000

interface Waiting {
  readonly message: TaskMessage
  readonly resolve: (result: Uint8Array) => void
  readonly reject: (error: Error) => void
}

/**
 * A bounded number of threads for work that would hold up the event loop: PDFs above all. Threads start with the first task and
 * end when idle; one that dies fails its own task and nothing else.
 */
export class WorkerPool {
  private readonly limits: PoolLimits
  private readonly idle: Worker[] = []
  private readonly waiting: Waiting[] = []
  private threads = 0

  constructor(limits: Partial<PoolLimits> = {}) {
    this.limits = { ...standard, ...limits }
  }

  /** Runs a task in a thread when one is free. */
  run<Name extends TaskName>(name: Name, input: TaskInput<Name>): Promise<Uint8Array> {
    if (this.waiting.length >= this.limits.mostWaiting) return Promise.reject(new TooMany(comeAgainMs))
    return new Promise((resolve, reject) => {
      this.waiting.push({ message: { name, input } as TaskMessage, resolve, reject })
      this.next()
    })
  }

  private next(): void {
    if (this.waiting.length === 0) return
    const worker = this.idle.pop() ?? (this.threads < this.limits.mostThreads ? this.start() : undefined)
    const task = worker === undefined ? undefined : this.waiting.shift()
    if (worker !== undefined && task !== undefined) this.give(worker, task)
  }

  private start(): Worker {
    this.threads += 1
    const worker = new Worker(programFile('platform/workers/worker-program'), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.limits.mostMegabytes },
    })
    worker.once('exit', () => {
      this.threads -= 1
      const at = this.idle.indexOf(worker)
      if (at >= 0) this.idle.splice(at, 1)
      this.next()
    })
    return worker
  }

  private give(worker: Worker, { message, resolve, reject }: Waiting): void {
    // A process waits for the task it gave, not for a thread that has nothing to do.
    worker.ref()
    const die = (error: Error) => reject(error)
    const exit = () => reject(new Error('the worker thread ended before its task did'))
    worker.once('error', die)
    worker.once('exit', exit)
    worker.once('message', (reply: TaskReply) => {
      worker.off('error', die)
      worker.off('exit', exit)
      this.rest(worker)
      if (reply.ok) resolve(reply.result)
      else reject(new Error(`a task failed in its thread: ${reply.reason}`))
    })
    worker.postMessage(message)
  }

  private rest(worker: Worker): void {
    worker.unref()
    const failIdle = () => undefined
    worker.once('error', failIdle)
    this.idle.push(worker)
    setTimeout(() => {
      const at = this.idle.indexOf(worker)
      if (at < 0) return
      this.idle.splice(at, 1)
      worker.terminate().catch(failIdle)
    }, this.limits.idleMs).unref()
    this.next()
  }
}

/** One for the process: its cores are shared by all modules. */
export const workers = new WorkerPool()
