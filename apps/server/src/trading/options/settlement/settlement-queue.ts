import type { BoardQuote } from '@candor/rules'
import type { OptionRow } from '../option-response.ts'
import {
  basisOf,
  type SettlementDecision,
  type SettlementPorts,
  writeSettlements,
} from './write-settlements.ts'

const largestBatch = 200
const longestWaitMs = 60_000

export interface SettlementQueueOptions extends SettlementPorts {
  /** Called after the commit of every option that ended. */
  readonly onSettled: (row: OptionRow) => void
  readonly log: { error(details: object, message: string): void }
  /** Delay before a settlement that could not be written is tried again, in ms. */
  readonly retryMs: number
}

/** Writes decided settlements in batches, one after the other, and retries those that fail. */
export class SettlementQueue {
  /** The write under way; null when none is. */
  writing: Promise<void> | null = null
  private readonly options: SettlementQueueOptions
  private readonly ensureStored: (quotes: Iterable<BoardQuote>) => Promise<void>
  private queue: SettlementDecision[] = []
  /** Number of failed settlements by option. */
  private readonly failureCounts = new Map<string, number>()
  private readonly timers = new Set<NodeJS.Timeout>()
  private stopping = false

  /** `ensureStored` resolves when these quotes are stored, which a settlement that names them must wait for. */
  constructor(options: SettlementQueueOptions, ensureStored: SettlementQueue['ensureStored']) {
    this.options = options
    this.ensureStored = ensureStored
  }

  /** Adds a decision. After `stop` it is not written: the next start decides it again, by the same rule. */
  add(decision: SettlementDecision): void {
    this.queue.push(decision)
    if (!this.stopping) this.writing ??= this.write()
  }

  /** Returns the options that are decided and not written yet, or that wait for another try. */
  optionIds(): ReadonlySet<string> {
    return new Set([...this.queue.map(({ option }) => option.id), ...this.failureCounts.keys()])
  }

  hasFailed(id: string): boolean {
    return this.failureCounts.has(id)
  }

  /** Ends with the batch that is being written; `writing` resolves then. */
  stop(): void {
    this.stopping = true
    for (const timer of this.timers) clearTimeout(timer)
  }

  private async write(): Promise<void> {
    // No cases: a batch that fails is written one by one, and what still fails is set aside.
    while (this.queue.length > 0 && !this.stopping) {
      const batch = this.queue.slice(0, largestBatch)
      const failed = await this.writeBatch(batch)
      this.queue = this.queue.slice(batch.length)
      this.postpone(batch, failed)
    }
    // Set in the same turn as the last look at the queue, so that no decision comes between and stays unwritten.
    this.writing = null
  }

  /** Retries failed settlements later, with twice the delay each time, while the others go on (ADR-169). */
  private postpone(batch: readonly SettlementDecision[], failed: readonly SettlementDecision[]): void {
    for (const { option } of batch)
      if (!failed.some((one) => one.option.id === option.id)) this.failureCounts.delete(option.id)
    for (const decision of failed) {
      const failures = this.failureCounts.get(decision.option.id) ?? 0
      this.failureCounts.set(decision.option.id, failures + 1)
      const waitMs = Math.min(this.options.retryMs * 2 ** failures, longestWaitMs)
      const timer = setTimeout(() => {
        this.timers.delete(timer)
        this.add(decision)
      }, waitMs)
      this.timers.add(timer.unref())
    }
  }

  /** Returns the settlements that must be written again. A batch that fails is written one by one, so that one cannot block the others. */
  private async writeBatch(batch: readonly SettlementDecision[]): Promise<readonly SettlementDecision[]> {
    const { log, onSettled } = this.options
    try {
      await this.ensureStored(batch.flatMap(basisOf))
      const { closed, refused } = await writeSettlements(this.options, batch)
      for (const { decision, reason } of refused)
        log.error(
          { option: decision.option.id, why: reason },
          'the ledger refused a settlement; it will be retried',
        )
      for (const row of closed) onSettled(row)
      return refused.map(({ decision }) => decision)
    } catch (err) {
      log.error({ err, options: batch.length }, 'settlements could not be written; they will be retried')
      if (batch.length === 1) return batch
      const failed: SettlementDecision[] = []
      // No cases: each fails by itself here and is set aside.
      for (const decision of batch) failed.push(...(await this.writeBatch([decision])))
      return failed
    }
  }
}
