import { setTimeout as sleep } from 'node:timers/promises'
import { isTransient } from '../platform/database/transient-errors.ts'

interface Waiting<Request, Result> {
  readonly request: Request
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

export interface BatcherOptions {
  /** Batches under way at once: while one commits, the next is filled and sent. */
  readonly lanes: number
  readonly largest: number
  /** Longest time to wait for a lost connection. */
  readonly patienceMs: number
}

/**
 * Carries out together the requests that arrive together.
 * A batch that fails as a whole is tried again one by one, so that only the request at fault is refused.
 */
export class Batcher<Request, Result> {
  private readonly carryOut: (requests: readonly Request[]) => Promise<readonly Result[]>
  private readonly options: BatcherOptions
  private waiting: Waiting<Request, Result>[] = []
  private underWay = 0
  private scheduled = false

  constructor(
    carryOut: (requests: readonly Request[]) => Promise<readonly Result[]>,
    options: BatcherOptions,
  ) {
    this.carryOut = carryOut
    this.options = options
  }

  submit(request: Request): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ request, resolve, reject })
      this.schedule()
    })
  }

  private schedule(): void {
    if (this.scheduled || this.underWay >= this.options.lanes || this.waiting.length === 0) return
    this.scheduled = true
    setImmediate(() => {
      this.scheduled = false
      const batch = this.waiting.splice(0, this.options.largest)
      this.underWay++
      void this.run(batch).finally(() => {
        this.underWay--
        this.schedule()
      })
      this.schedule()
    })
  }

  private async run(batch: readonly Waiting<Request, Result>[]): Promise<void> {
    try {
      const results = await this.carryOutWithRetry(batch.map(({ request }) => request))
      batch.forEach(({ resolve, reject }, index) => {
        const result = results[index]
        if (result === undefined) reject(new Error('a batched request got no result'))
        else resolve(result)
      })
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error)
      else for (const waiting of batch) await this.run([waiting])
    }
  }

  /** Repeats requests after a lost connection. Each carries a once-only id, so repeating is safe. */
  private async carryOutWithRetry(requests: readonly Request[]): Promise<readonly Result[]> {
    const until = Date.now() + this.options.patienceMs
    for (let waitMs = 5; ; waitMs = Math.min(waitMs * 2, 200)) {
      try {
        return await this.carryOut(requests)
      } catch (error) {
        if (!isTransient(error) || Date.now() > until) throw error
        await sleep(waitMs)
      }
    }
  }
}
