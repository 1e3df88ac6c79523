import { setTimeout as sleep } from 'node:timers/promises'
import { isTransient } from '../platform/database/transient-errors.ts'

interface Waiting<Ask, Answer> {
  readonly request: Ask
  readonly resolve: (answer: Answer) => void
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
 * Callers come one by one; what arrives together is carried out together.
 * A batch that fails as a whole is tried again one by one, so that only the one at fault is refused.
 */
export class Batcher<Ask, Answer> {
  private readonly carryOut: (asks: readonly Ask[]) => Promise<readonly Answer[]>
  private readonly options: BatcherOptions
  private waiting: Waiting<Ask, Answer>[] = []
  private underWay = 0
  private scheduled = false

  constructor(carryOut: (asks: readonly Ask[]) => Promise<readonly Answer[]>, options: BatcherOptions) {
    this.carryOut = carryOut
    this.options = options
  }

  submit(request: Ask): Promise<Answer> {
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

  private async run(batch: readonly Waiting<Ask, Answer>[]): Promise<void> {
    try {
      const answers = await this.carryOutWithRetry(batch.map(({ request }) => request))
      batch.forEach(({ resolve, reject }, index) => {
        const answer = answers[index]
        if (answer === undefined) reject(new Error('a gathered ask got no answer'))
        else resolve(answer)
      })
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error)
      else for (const one of batch) await this.run([one])
    }
  }

  /** Repeats requests after a lost connection. Each carries a once-only id, so repeating is safe. */
  private async carryOutWithRetry(asks: readonly Ask[]): Promise<readonly Answer[]> {
    const until = Date.now() + this.options.patienceMs
    for (let waitMs = 5; ; waitMs = Math.min(waitMs * 2, 200)) {
      try {
        return await this.carryOut(asks)
      } catch (error) {
        if (!isTransient(error) || Date.now() > until) throw error
        await sleep(waitMs)
      }
    }
  }
}
