import type { BoardQuote, MarketAction } from '@candor/rules'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { patiently } from '../db/passing.ts'
import type { AccountClass, Ledger, LedgerAsset } from '../ledger/ledger.ts'
import type { KeptBefore } from '../markets/kept-before.ts'
import { CommitLanes } from './commit-lanes.ts'
import type { CommitOutcome, Effect } from './effect.ts'
import { encodeEffects, numberArray } from './encode-effects.ts'

/** A market's action as `markets_action_applied` takes it. */
export interface AppliedAction {
  readonly id: string
  readonly code: string
  readonly kind: MarketAction['kind']
  readonly at: number
  readonly facts: Readonly<Record<string, string>>
  readonly asked_by: string
  readonly applied_at: number
}

/** A customer's money as it is in the database. */
export interface CommittedFunds {
  readonly balanceMinor: bigint
  /** Set aside for neither margin nor a waiting order. */
  readonly heldOtherMinor: bigint
  /** Rises with every change of the account. */
  readonly version: bigint
}

/** State of an account after a batch. */
export interface CommittedBalance extends CommittedFunds {
  readonly class: AccountClass
  readonly owner: string
  readonly asset: LedgerAsset
  readonly heldMinor: bigint
}

/** Called after each commit, before any caller resumes, with the committed state. */
export type CommitListener = (
  effects: readonly Effect[],
  outcomes: readonly CommitOutcome[],
  balances: readonly CommittedBalance[],
) => void

interface Waiting {
  readonly effect: Effect
  readonly answer: (outcome: CommitOutcome) => void
  readonly fail: (error: unknown) => void
}

interface CommitRow {
  readonly results: readonly number[] | null
  readonly answers: Readonly<Record<string, { hash: string; answer: unknown }>> | null
  readonly balances:
    | readonly {
        class: AccountClass
        owner: string
        asset: LedgerAsset
        balance: string
        held: string
        other: string
        version: string
      }[]
    | null
}

const statement = {
  name: 'orders-commit',
  text: `SELECT * FROM orders_commit(${Array.from({ length: 53 }, (_, at) => `$${at + 1}`).join(', ')})`,
}
const largestBatch = 400
const repeatedKey = 9
const repeatedPosting = 1
const refusedInsufficient = 2
const refusedNoHold = 5
/** SQLSTATE that `orders_commit` raises when an item of an action is refused. */
const cannotBePaid = 'CA002'

interface Batch {
  /** Rises with every batch of an engine. Sent again under the same number, because its answer was lost, it does nothing. */
  readonly number: bigint
  readonly items: readonly Waiting[]
  /** Quotes that belong to no effect of it. */
  readonly quotes: readonly BoardQuote[]
  /** The market action that all items belong to: the database then takes all of them or none. Null for independent items. */
  readonly action: AppliedAction | null
}

/**
 * Decided effects in the order they were decided, those that customers wait for before others' (see `CommitLanes`), written in batches: one round trip and one commit for all that
 * waits, one batch at a time, so that the database sees them in the same order. Each caller is answered after its commit,
 * while the database already works on the next batch.
 * A database that is gone is waited for: an effect is never dropped, and its posting's id keeps it single.
 */
export class CommitQueue {
  private readonly db: Database
  private readonly ledger: Ledger
  private readonly clock: Clock
  private readonly listener: CommitListener
  /** The engine's number (see `EngineLease`); null in a replay. */
  private readonly fence: bigint | null
  private readonly stopped: (error: unknown) => void
  private readonly keptBefore: KeptBefore | null
  private readonly waiting = new CommitLanes<Waiting>()
  private quotes: BoardQuote[] = []
  private running: Promise<void> | null = null
  /** Outcomes that are not known yet. */
  private readonly open = new Set<Promise<unknown>>()
  private batches = 0n
  private failure: unknown = null

  constructor(parts: {
    db: Database
    ledger: Ledger
    clock: Clock
    listener: CommitListener
    fence: bigint | null
    /** Called once, when a batch failed for good. */
    stopped: (error: unknown) => void
    /** Stores quotes before the effects that rest on them are written; null without a quote store. */
    keptBefore: KeptBefore | null
  }) {
    this.db = parts.db
    this.ledger = parts.ledger
    this.clock = parts.clock
    this.listener = parts.listener
    this.fence = parts.fence
    this.stopped = parts.stopped
    this.keptBefore = parts.keptBefore
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
    const outcome = new Promise<CommitOutcome>((answer, fail) => {
      if (this.failure !== null) return fail(this.failure)
      this.waiting.add({ effect, answer, fail })
      this.running ??= this.run()
    })
    const known: Promise<unknown> = outcome.then(
      () => this.open.delete(known),
      () => this.open.delete(known),
    )
    this.open.add(known)
    return outcome
  }

  /** Resolves when everything added so far was answered, whatever is added after it. */
  async passed(): Promise<void> {
    this.flush()
    await Promise.all(this.open)
    if (this.failure !== null) throw this.failure
  }

  /** Journals a quote with the next batch, or with `flush`; no caller waits for it. */
  journal(quote: BoardQuote): void {
    this.quotes.push(quote)
  }

  /** Writes what waits for company. */
  flush(): void {
    if (this.quotes.length > 0 && this.failure === null) this.running ??= this.run()
  }

  /**
   * Writes a market's action: its effects in one transaction, after everything added so far. Returns false when the operator's capital
   * cannot pay for it: then nothing was written. Until it resolves, nothing new may be decided.
   */
  async together(effects: readonly Effect[], action: AppliedAction): Promise<boolean> {
    await this.settled()
    const items = effects.map((effect) => ({ effect, answer: () => undefined, fail: () => undefined }))
    const written = this.send({ number: ++this.batches, items, quotes: this.quotes.splice(0), action })
    this.running = written.then(
      () => this.goOn(),
      () => this.goOn(),
    )
    try {
      this.tell(items, await written)
      return true
    } catch (error) {
      if ((error as { code?: unknown }).code === cannotBePaid) return false
      this.stop(error, items)
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
    let tell: () => void = () => undefined
    // No cases: the engine writes in order, and stops where it cannot.
    for (let batch = this.take(); batch !== null; batch = this.take()) {
      tell = await this.write(batch, tell)
      // With nothing left to send there is nothing to answer behind.
      if (this.waiting.length === 0) {
        tell()
        tell = () => undefined
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
   * a whole (another module wrote the same key between reading and writing) is written again one by one; an effect that fails twice on its
   * own stops the queue.
   */
  private async write(batch: Batch, meanwhile: () => void): Promise<() => void> {
    const written = this.send(batch)
    // By then the batch is on its way.
    setImmediate(meanwhile)
    try {
      const row = await written
      return () => this.tell(batch.items, row)
    } catch (error) {
      if (batch.items.length === 0) this.stop(error, [])
      // No cases: the engine writes in order, and stops where it cannot.
      for (const [at, item] of batch.items.entries())
        await this.writeAlone({
          number: ++this.batches,
          items: [item],
          quotes: at === 0 ? batch.quotes : [],
          action: null,
        })
      return () => undefined
    }
  }

  private async writeAlone(batch: Batch): Promise<void> {
    try {
      this.tell(batch.items, await this.send(batch))
    } catch (error) {
      this.stop(error, batch.items)
    }
  }

  private tell(items: readonly Waiting[], row: CommitRow): void {
    const effects = items.map(({ effect }) => effect)
    const outcomes = effects.map((effect, index) => outcomeOf(effect, row, index))
    this.listener(effects, outcomes, committedBalances(row))
    items.forEach(({ answer }, index) => {
      answer(outcomes[index] as CommitOutcome)
    })
  }

  private stop(error: unknown, items: readonly Waiting[]): void {
    if (this.failure === null) this.stopped(error)
    this.failure ??= error
    for (const { fail } of [...items, ...this.waiting.takeAll()]) fail(error)
  }

  private async send(batch: Batch): Promise<CommitRow> {
    await this.keptBefore?.ensure(quotesOf(batch))
    return patiently(() => this.sendOnce(batch))
  }

  private async sendOnce({ number, items, quotes, action }: Batch): Promise<CommitRow> {
    const effects = items.map(({ effect }) => effect)
    const postings = effects.flatMap(({ posting }) => posting ?? [])
    const encoded = await this.ledger.encode(postings)
    let place = 0
    const places = effects.map(({ posting }) => (posting === null ? 0 : ++place))
    const { rows } = await this.db.enginePool.query<CommitRow>({
      ...statement,
      values: [
        this.fence,
        number,
        new Date(this.clock.now()),
        numberArray(places),
        ...encoded,
        ...encodeEffects(effects, quotes),
        action === null ? null : JSON.stringify(action),
      ],
    })
    const [row] = rows
    if (row === undefined) throw new Error('orders_commit gave no row')
    return row
  }
}

function* quotesOf({ items, quotes }: Batch): Iterable<BoardQuote> {
  for (const { effect } of items) yield* effect.quotes
  yield* quotes
}

function outcomeOf(effect: Effect, row: CommitRow, index: number): CommitOutcome {
  const result = row.results?.[index]
  // A posting of ours that is there already was written with its row, by a batch whose acknowledgement was lost.
  if (result === 0 || result === repeatedPosting) return { done: true, answer: effect.answer }
  if (result === repeatedKey) {
    const kept = row.answers?.[String(index + 1)]
    return { done: false, repeated: { bodyHash: kept?.hash ?? '', answer: kept?.answer ?? null } }
  }
  if (result === refusedInsufficient) return { done: false, refused: effect.payer }
  if (result === refusedNoHold) return { done: false, refused: 'void' }
  throw new Error(`the ledger answered ${result} to the posting ${effect.posting?.id}`)
}

const committedBalances = (row: CommitRow): CommittedBalance[] =>
  (row.balances ?? []).map(({ balance, held, other, version, ...account }) => ({
    ...account,
    balanceMinor: BigInt(balance),
    heldMinor: BigInt(held),
    heldOtherMinor: BigInt(other),
    version: BigInt(version),
  }))
