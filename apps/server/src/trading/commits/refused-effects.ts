import { failedCases, forgetFailure, noteFailure } from '../../platform/jobs/stuck-cases-store.ts'
import type { PositionBook } from '../engine/book.ts'
import type { TradingRuntimeOptions } from '../engine/runtime-options.ts'
import { refusedRetryMs } from '../triggers/held-triggers.ts'
import type { CommitOutcome, Effect } from './effect.ts'

/** Name of these cases among the stuck ones. */
const job = 'contract-decisions'

/**
 * Decisions that the database did not take (ADR-220). They are logged, and those that no caller waits for are stuck cases, which operators
 * see until the order has moved.
 */
export class RefusedEffects {
  private readonly options: TradingRuntimeOptions
  private readonly book: PositionBook
  /** Orders that are stuck, with the change that was refused; null from before this engine. */
  private readonly stuck = new Map<string, Effect['kind'] | null>()
  /** One statement after the other, in their order. */
  private writing: Promise<void> = Promise.resolve()

  constructor(options: TradingRuntimeOptions, book: PositionBook) {
    this.options = options
    this.book = book
  }

  /** Reads what was stuck before this engine led. */
  async load(): Promise<void> {
    const { db, clock } = this.options
    for (const id of (await failedCases(db.query, job, clock.now())).failed)
      if (this.isThere(id)) this.stuck.set(id, null)
      else this.forget(id)
  }

  /** Resolves when everything so far is written. */
  written(): Promise<void> {
    return this.writing
  }

  /** Reports effects that were undone, or with none a quote that was not journalled. */
  report(effects: readonly Effect[], err: unknown): void {
    const { db, clock, log } = this.options
    const decisions = effects.map(({ kind, position }) => ({ kind, order: position.id }))
    log?.error({ err, decisions }, 'the database does not take a decision of the engine: it was undone')
    const error = err instanceof Error ? err.message : String(err)
    const times = { firstWaitMs: refusedRetryMs, longestWaitMs: refusedRetryMs }
    for (const { kind, position, isAwaited } of effects) {
      if (isAwaited || !this.isThere(position.id)) continue
      this.stuck.set(position.id, kind)
      const failure = { job, id: position.id, now: clock.now(), error, ...times }
      this.write(() => noteFailure(db.query, failure))
    }
  }

  /** Takes the outcomes of a batch: an order whose change was taken after all, or that ended, is not stuck any more. */
  observe(effects: readonly Effect[], outcomes: readonly CommitOutcome[]): void {
    if (this.stuck.size === 0) return
    effects.forEach(({ position, kind }, index) => {
      const refused = this.stuck.get(position.id)
      if (refused === undefined || outcomes[index]?.done !== true) return
      if (refused === null || refused === kind || !this.isThere(position.id)) this.forget(position.id)
    })
  }

  private isThere(id: string): boolean {
    return this.book.positions.has(id) || this.book.waiting.has(id)
  }

  private forget(id: string): void {
    this.stuck.delete(id)
    this.write(() => forgetFailure(this.options.db.query, job, id))
  }

  private write(statement: () => Promise<void>): void {
    const { log } = this.options
    this.writing = this.writing
      .then(statement)
      .catch((err: unknown) => log?.error({ err }, 'a stuck decision could not be noted'))
  }
}
