import type { BoardQuote } from '@candor/rules'
import type { Ledger } from '../../ledger/ledger.ts'
import type { QuoteWriteBarrier } from '../../market-data/history/quote-write-barrier.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { isRefusedValue } from '../../platform/database/refused-values.ts'
import { ordersPerStatement } from '../corporate-actions/action-batches.ts'
import { ActionCommit, rowsByTurn } from './action-commit.ts'
import {
  type AppliedAction,
  type Batch,
  commitWithRetry,
  largestBatch,
  quotesOf,
  type Stamp,
  sendBatch,
  type Waiting,
} from './commit-batch.ts'
import { CommitLanes } from './commit-lanes.ts'
import { type CommitRow, type CommittedBalance, committedBalances, outcomeOf } from './commit-row.ts'
import { dependentsOf } from './dependent-effects.ts'
import type { CommitOutcome, Effect } from './effect.ts'

/** Called after each commit, before any caller resumes, with the committed state. */
export type CommitListener = (
  effects: readonly Effect[],
  outcomes: readonly CommitOutcome[],
  balances: readonly CommittedBalance[],
) => void

/** Called when the database does not take values: with the effects that were undone, or with none for quotes that were not journalled. */
export type RefusalListener = (effects: readonly Effect[], error: unknown) => void

/**
 * Writes effects in the order in which they were decided, those that customers wait for first (see `CommitLanes`). All that waits is one
 * batch: one round trip and one commit. One batch is sent at a time, so that the database sees them in the same order. Each caller
 * resumes after its commit, while the database already works on the next batch.
 * While the database is away the queue waits: it drops no effect, and the id of a posting prevents a second one.
 */
export class CommitQueue {
  private readonly db: Database
  private readonly ledger: Ledger
  private readonly clock: Clock
  private readonly listener: CommitListener
  /** The engine's number (see `EngineLease`); null in a replay. */
  private readonly fence: bigint | null
  private readonly stopped: (error: unknown) => void
  private readonly onRefused: RefusalListener
  private readonly quoteBarrier: QuoteWriteBarrier | null
  private readonly actionCommit: ActionCommit
  private readonly waiting = new CommitLanes<Waiting>()
  private quotes: BoardQuote[] = []
  private running: Promise<void> | null = null
  /** Outcomes that are not known yet. */
  private readonly open = new Set<Promise<unknown>>()
  private batches = 0n
  private failure: unknown = null

  constructor(options: {
    db: Database
    ledger: Ledger
    clock: Clock
    listener: CommitListener
    fence: bigint | null
    /** Called once, when a batch failed for good. */
    stopped: (error: unknown) => void
    onRefused: RefusalListener
    /** Stores quotes before the effects that depend on them are written; null without a quote store. */
    quoteBarrier: QuoteWriteBarrier | null
    /** Orders of an action that one statement writes. */
    ordersPerStatement: number | undefined
  }) {
    this.db = options.db
    this.ledger = options.ledger
    this.clock = options.clock
    this.listener = options.listener
    this.fence = options.fence
    this.stopped = options.stopped
    this.onRefused = options.onRefused
    this.quoteBarrier = options.quoteBarrier
    this.actionCommit = new ActionCommit({
      db: options.db,
      ledger: options.ledger,
      quoteBarrier: options.quoteBarrier,
      ordersPerStatement: options.ordersPerStatement ?? ordersPerStatement,
      stamp: () => this.stamp(),
    })
  }

  get length(): number {
    return this.waiting.length
  }

  /**
   * The error of a batch that failed for good, else null: the engine must not go on deciding on changes that the database does not have.
   */
  get failed(): unknown {
    return this.failure
  }

  add(effect: Effect): Promise<CommitOutcome> {
    const outcome = new Promise<CommitOutcome>((resolve, reject) => {
      if (this.failure !== null) return reject(this.failure)
      this.waiting.add({ effect, resolve, reject })
      this.running ??= this.run()
    })
    const known: Promise<unknown> = outcome.then(
      () => this.open.delete(known),
      () => this.open.delete(known),
    )
    this.open.add(known)
    return outcome
  }

  /** Resolves when the outcome of everything added so far is known; does not wait for later effects. */
  async passed(): Promise<void> {
    this.flush()
    await Promise.all(this.open)
    if (this.failure !== null) throw this.failure
  }

  /** Journals a quote with the next batch, or with `flush`; no caller waits for it. */
  journal(quote: BoardQuote): void {
    this.quotes.push(quote)
  }

  /** Writes quotes that wait for the next batch. */
  flush(): void {
    if (this.quotes.length > 0 && this.failure === null) this.running ??= this.run()
  }

  /**
   * Writes a market's action: its effects in one transaction, part by part, after everything added so far. Returns null, with nothing
   * written, if the operator's capital cannot pay for it or it was cancelled; rejects, with nothing written, if the database does not take its
   * values. Otherwise returns one function for each part that notifies
   * the listener; the caller runs them in order, in turns of the event loop. Until then nothing new may be decided.
   */
  async together(effects: readonly Effect[], action: AppliedAction): Promise<readonly (() => void)[] | null> {
    await this.settled()
    const dividing = this.actionCommit.batchesOf(effects, {
      action,
      quotes: this.quotes.splice(0),
      nextNumber: () => ++this.batches,
    })
    const written = dividing.then((batches) => this.actionCommit.send(batches))
    this.running = written.then(
      () => this.goOn(),
      () => this.goOn(),
    )
    const batches = await dividing
    try {
      const rows = await written
      if (rows === null) {
        this.quotes.unshift(...(batches[0]?.quotes ?? []))
        return null
      }
      return batches
        .slice(1)
        .flatMap(({ items }, at) => rowsByTurn(items, rows[at] as CommitRow))
        .map(
          ({ items, row }) =>
            () =>
              this.report(items, row),
        )
    } catch (error) {
      if (isRefusedValue(error)) this.quotes.unshift(...(batches[0]?.quotes ?? []))
      else
        this.stop(
          error,
          batches.flatMap(({ items }) => items),
        )
      throw error
    }
  }

  private goOn(): void {
    this.running = null
    if (this.waiting.length > 0) this.running = this.run()
  }

  /** Resolves when everything added so far is in the database. */
  async settled(): Promise<void> {
    this.flush()
    while (this.running !== null) {
      await this.running
      this.flush()
    }
    if (this.failure !== null) throw this.failure
  }

  private async run(): Promise<void> {
    // What arrives in the same turn of the event loop shares the first commit too.
    await new Promise((resolve) => setImmediate(resolve))
    let report: () => void = () => undefined
    // No cases: the engine writes in order, and stops where it cannot.
    for (let batch = this.take(); batch !== null; batch = this.take()) {
      report = await this.write(batch, report)
      // With nothing left to send, no later batch reports this one.
      if (this.waiting.length === 0) {
        report()
        report = () => undefined
      }
    }
    this.running = null
  }

  private take(): Batch | null {
    if (this.waiting.length === 0 && this.quotes.length === 0) return null
    const items = this.waiting.take(largestBatch)
    return { number: ++this.batches, items, quotes: this.quotes.splice(0), action: null }
  }

  /**
   * Sends a batch, runs `meanwhile` while the database works, and returns the notifications to run after the commit. A batch that fails as
   * a whole (another module wrote the same key between reading and writing) is written again one by one. An effect whose values the database
   * does not take is refused; one that fails otherwise stops the queue.
   */
  private async write(batch: Batch, meanwhile: () => void): Promise<() => void> {
    const written = this.send(batch)
    // By then the batch is on its way.
    setImmediate(meanwhile)
    try {
      const row = await written
      return () => this.report(batch.items, row)
    } catch (error) {
      if (batch.items.length === 0 && !isRefusedValue(error)) this.stop(error, [])
      else await this.writeOneByOne(batch)
      return () => undefined
    }
  }

  private async writeOneByOne({ items, quotes }: Batch): Promise<void> {
    const rest = [...items]
    // No cases: the engine writes in order, and stops where it cannot.
    for (const quote of quotes) await this.writeAlone({ items: [], quotes: [quote] }, rest)
    for (let item = rest.shift(); item !== undefined; item = rest.shift())
      await this.writeAlone({ items: [item], quotes: [] }, rest)
  }

  /** `rest` are effects decided later that were taken out of the queue. */
  private async writeAlone(part: Pick<Batch, 'items' | 'quotes'>, rest: Waiting[]): Promise<void> {
    try {
      this.report(part.items, await this.send({ ...part, number: ++this.batches, action: null }))
    } catch (error) {
      if (isRefusedValue(error)) this.refuse(error, part.items, rest)
      else this.stop(error, part.items)
    }
  }

  /** Refuses effects and those that were decided on top of them, the newest first, so that each finds the state it changed. */
  private refuse(error: unknown, items: readonly Waiting[], rest: Waiting[]): void {
    const undone = [...items, ...dependentsOf(items, rest, this.waiting)].reverse()
    const outcome = { done: false, refused: 'database' } as const
    for (const { effect, resolve } of undone) {
      this.listener([effect], [outcome], [])
      resolve(outcome)
    }
    this.onRefused(
      undone.map(({ effect }) => effect),
      error,
    )
  }

  private report(items: readonly Waiting[], row: CommitRow): void {
    const effects = items.map(({ effect }) => effect)
    const outcomes = effects.map((effect, index) => outcomeOf(effect, row, index))
    try {
      this.listener(effects, outcomes, committedBalances(row))
    } catch (error) {
      // Memory has less than the database.
      this.stop(error, items)
      return
    }
    items.forEach(({ resolve }, index) => {
      resolve(outcomes[index] as CommitOutcome)
    })
  }

  /** Ends the engine after a failure: memory and database may differ, and the next engine reads the database. */
  stop(error: unknown, items: readonly Waiting[] = []): void {
    if (this.failure === null) this.stopped(error)
    this.failure ??= error
    for (const { reject } of [...items, ...this.waiting.takeAll()]) reject(error)
  }

  private async send(batch: Batch): Promise<CommitRow> {
    await this.quoteBarrier?.ensure(quotesOf(batch))
    return commitWithRetry(batch, () => this.sendOnce(batch))
  }

  private async sendOnce(batch: Batch): Promise<CommitRow> {
    const encoded = await this.ledger.encode(batch.items.flatMap(({ effect }) => effect.posting ?? []))
    return sendBatch(this.db.enginePool, batch, encoded, this.stamp())
  }

  private stamp(): Stamp {
    return { fence: this.fence, at: this.clock.now() }
  }
}
