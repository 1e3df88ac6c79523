import { TooMany } from '../refusal.ts'

interface LineLimits {
  /** Most tasks at once. */
  readonly atOnce: number
  /** Most tasks of one caller at once: a caller's slow tasks leave capacity for others. */
  readonly atOnceOfOne: number
  /** Most waiting tasks, of all callers and of one. */
  readonly mostWaiting: number
  readonly mostOfOne: number
  /** Delay after which a rejected caller may try again. */
  readonly comeAgainMs: number
}

type Task = () => Promise<void>

/**
 * Limits expensive work to a few tasks at once. Waiting callers take turns, one task each. When too much waits, further work is
 * rejected with a 429, so a caller who floods the queue delays only themselves.
 */
export class FairLine {
  private readonly limits: LineLimits
  /** Waiting callers, in the order of their turns. */
  private readonly waiting = new Map<string, Task[]>()
  private waitingInAll = 0
  private readonly workingFor = new Map<string, number>()
  private working = 0

  constructor(limits: LineLimits) {
    this.limits = limits
  }

  /** Runs `work` when its turn comes among the tasks of `who` and others; throws `TooMany` when the queue is full. */
  run<T>(who: string, work: () => Promise<T>): Promise<T> {
    const own = this.waiting.get(who) ?? []
    const { mostWaiting, mostOfOne, comeAgainMs } = this.limits
    if (own.length >= mostOfOne || this.waitingInAll >= mostWaiting)
      return Promise.reject(new TooMany(comeAgainMs))
    return new Promise((resolve, reject) => {
      own.push(() => work().then(resolve, reject))
      this.waiting.set(who, own)
      this.waitingInAll += 1
      this.next()
    })
  }

  private next(): void {
    if (this.working >= this.limits.atOnce) return
    const turn = this.firstWithCapacity()
    if (turn === null) return
    const [who, tasks] = turn
    const task = tasks.shift()
    this.waiting.delete(who)
    if (tasks.length > 0) this.waiting.set(who, tasks)
    if (task === undefined) return
    this.waitingInAll -= 1
    this.count(who, 1)
    void task().finally(() => {
      this.count(who, -1)
      this.next()
    })
  }

  private firstWithCapacity(): [who: string, tasks: Task[]] | null {
    for (const turn of this.waiting)
      if ((this.workingFor.get(turn[0]) ?? 0) < this.limits.atOnceOfOne) return turn
    return null
  }

  private count(who: string, more: 1 | -1): void {
    this.working += more
    const own = (this.workingFor.get(who) ?? 0) + more
    if (own > 0) this.workingFor.set(who, own)
    else this.workingFor.delete(who)
  }
}
