import { createRequire, syncBuiltinESMExports } from 'node:module'
import { type Incarnation, isDead, runAs, runningAs } from './incarnations.ts'

interface Timer {
  readonly id: number
  dueMs: number
  readonly everyMs: number | null
  readonly owner: Incarnation | null
  readonly run: () => void
}

const require = createRequire(import.meta.url)

/** Functions of real time that the simulator itself still needs. */
export const real = {
  setTimeout: globalThis.setTimeout,
  setImmediate: globalThis.setImmediate,
  now: performance.now.bind(performance),
}

/**
 * Time that stands until it is moved, for the whole process: `Date`, timers, `performance.now`. Timers of a killed server
 * never fire. `setImmediate` stays real and is counted, so that it is known when nothing is about to run.
 */
export class VirtualTime {
  private nowMs: number
  private readonly startMs: number
  private nextId = 1
  private readonly timers = new Map<number, Timer>()
  /** Callbacks of `setImmediate` that have not run yet. */
  immediates = 0

  constructor(startMs: number) {
    this.nowMs = startMs
    this.startMs = startMs
  }

  now(): number {
    return this.nowMs
  }

  /** The time of the next timer; null when there is none. */
  nextDue(): number | null {
    const next = this.next()
    return next === null ? null : next.dueMs
  }

  /** Moves to `untilMs` without firing anything: what was due meanwhile is late. */
  jump(untilMs: number): void {
    this.nowMs = Math.max(this.nowMs, untilMs)
  }

  /** Fires the one timer that is due first, if it is due by `untilMs`; false when none is. */
  fireNext(untilMs: number): boolean {
    const timer = this.next()
    if (timer === null || timer.dueMs > untilMs) return false
    this.nowMs = Math.max(this.nowMs, timer.dueMs)
    if (timer.everyMs === null) this.timers.delete(timer.id)
    else timer.dueMs = this.nowMs + Math.max(1, timer.everyMs)
    if (isDead(timer.owner)) this.timers.delete(timer.id)
    else if (timer.owner === null) timer.run()
    else runAs(timer.owner, timer.run)
    return true
  }

  /** Forgets every timer: the next seed starts with none. */
  restart(startMs: number): void {
    this.timers.clear()
    this.nowMs = startMs
    this.nextId = 1
  }

  /** Takes the place of the process's time; there is no way back. */
  install(): void {
    this.installDate()
    const set = (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
      this.handleOf(this.add(() => run(...args), ms, false))
    const every = (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
      this.handleOf(this.add(() => run(...args), ms, true))
    const clear = (handle: unknown) => void this.timers.delete(Number(handle))
    const timing = {
      setTimeout: set,
      setInterval: every,
      clearTimeout: clear,
      clearInterval: clear,
      setImmediate: this.countedImmediate(),
    }
    Object.assign(globalThis, timing)
    Object.assign(require('node:timers'), timing)
    Object.assign(require('node:timers/promises'), {
      setTimeout: this.sleep(),
      setImmediate: () => new Promise((resolve) => void timing.setImmediate(resolve)),
    })
    performance.now = () => this.nowMs - this.startMs
    syncBuiltinESMExports()
  }

  private next(): Timer | null {
    let first: Timer | null = null
    for (const timer of this.timers.values()) if (first === null || timer.dueMs < first.dueMs) first = timer
    return first
  }

  private add(run: () => void, ms: number | undefined, repeats: boolean): number {
    const waitMs = Math.max(1, Math.ceil(Number(ms ?? 1) || 1))
    const id = this.nextId++
    const timer = {
      id,
      dueMs: this.nowMs + waitMs,
      everyMs: repeats ? waitMs : null,
      owner: runningAs(),
      run,
    }
    this.timers.set(id, timer)
    return id
  }

  private handleOf(id: number) {
    const handle = {
      ref: () => handle,
      unref: () => handle,
      hasRef: () => true,
      refresh: () => handle,
      close: () => void this.timers.delete(id),
      [Symbol.toPrimitive]: () => id,
    }
    return handle
  }

  private sleep() {
    return (ms?: number, value?: unknown, options: { signal?: AbortSignal | undefined } = {}) =>
      new Promise((resolve, reject) => {
        const { signal } = options
        if (signal?.aborted === true) return reject(signal.reason)
        const abort = () => {
          this.timers.delete(id)
          reject(signal?.reason)
        }
        const end = () => {
          signal?.removeEventListener('abort', abort)
          resolve(value)
        }
        const id = this.add(end, ms, false)
        signal?.addEventListener('abort', abort)
      })
  }

  private countedImmediate() {
    return (run: (...args: unknown[]) => void, ...args: unknown[]) => {
      this.immediates += 1
      const owner = runningAs()
      return real.setImmediate(() => {
        this.immediates -= 1
        if (!isDead(owner)) run(...args)
      })
    }
  }

  private installDate(): void {
    const RealDate = Date
    const now = () => this.nowMs
    globalThis.Date = new Proxy(RealDate, {
      construct: (target, args) => (args.length === 0 ? new target(now()) : Reflect.construct(target, args)),
      apply: () => new RealDate(now()).toString(),
      get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
    })
  }
}
