import { divide, roundDown } from '@candor/money'
import type { SplitRatio, TradableQuote } from '@candor/rules'
import type { PriceBoard } from '../market-data/price-board/price-board.ts'
import type { ServerContext } from '../module.ts'
import { forEachCase, type Moved } from '../platform/jobs/for-each-case.ts'
import { type AlertRow, type Firing, waitingAlerts, writeFired } from './alerts-store.ts'

/** Levels of one market in order of price: a quote costs O(log n + fired). The orders' trigger index is one. */
export interface LevelIndex<Owner> {
  rest(watch: 'midFalls' | 'midRises', price: bigint, owner: Owner): number
  forget(ticket: number): void
  reach(
    prices: { readonly sellPrice: bigint; readonly buyPrice: bigint; readonly mid: bigint },
    fired: (owner: Owner) => void,
  ): void
}

interface Waiting {
  readonly code: string
  readonly side: AlertRow['side']
  readonly price: bigint
  readonly ticket: number
}

/** Watches every waiting alert in memory. Writes fired ones in batches, and retries until they are stored. */
export class PriceAlerts {
  private readonly context: ServerContext
  private readonly board: PriceBoard
  private readonly newIndex: () => LevelIndex<string>
  private readonly onFired: (row: AlertRow) => void
  private readonly indexes = new Map<string, LevelIndex<string>>()
  private readonly waiting = new Map<string, Waiting>()
  /** Fired, and not tried to be written yet. */
  private readonly fresh: Firing[] = []
  /** Fired, and not written with the others of its batch. */
  private unwritten: Firing[] = []
  private writing: Promise<void> | null = null
  private stopListening: (() => void) | null = null

  /** `onFired` is called once for each alert, after its firing is stored. */
  constructor(
    context: ServerContext,
    board: PriceBoard,
    newIndex: () => LevelIndex<string>,
    onFired: (row: AlertRow) => void,
  ) {
    this.context = context
    this.board = board
    this.newIndex = newIndex
    this.onFired = onFired
  }

  /** Everything that waits is watched before the first quote. */
  async start(): Promise<void> {
    for (const row of await waitingAlerts(this.context.db)) this.watch(row)
    this.stopListening = this.board.onTradable((quote) => this.onQuote(quote))
  }

  watch({ id, code, side, price }: Pick<AlertRow, 'id' | 'code' | 'side' | 'price'>): void {
    const index = this.indexes.get(code) ?? this.newIndex()
    this.indexes.set(code, index)
    const ticket = index.rest(side === 'above' ? 'midRises' : 'midFalls', price, id)
    this.waiting.set(id, { code, side, price, ticket })
  }

  forget(id: string): void {
    const found = this.waiting.get(id)
    if (found === undefined) return
    this.waiting.delete(id)
    this.indexes.get(found.code)?.forget(found.ticket)
  }

  /** A market was split: its levels move as its transaction moved them in the table, half up. */
  rebase(code: string, { fresh, old }: SplitRatio): void {
    for (const [id, { price, side, code: of }] of this.waiting) {
      if (of !== code) continue
      this.forget(id)
      const moved = divide(2n * price * old + fresh, 2n * fresh, roundDown)
      this.watch({ id, code, side, price: moved > 0n ? moved : 1n })
    }
  }

  /** Job: writes the alerts that could not be written in their batch, one by one. Returns how many it wrote. */
  async writeAgain(): Promise<Moved> {
    await this.written()
    return forEachCase(this.context, {
      job: 'write-alerts',
      atOnce: 200,
      find: async (limit) => this.unwritten.slice(0, limit),
      move: async (firing) => {
        const rows = await writeFired(this.context.db, [firing])
        this.unwritten = this.unwritten.filter((one) => one !== firing)
        for (const row of rows) this.onFired(row)
        return true
      },
    })
  }

  /** Once everything that fired was written, or failed to be. */
  async written(): Promise<void> {
    while (this.writing !== null) await this.writing
  }

  async stop(): Promise<void> {
    this.stopListening?.()
    await this.written()
  }

  private onQuote(quote: TradableQuote): void {
    const index = this.indexes.get(quote.code)
    if (index === undefined) return
    index.reach(quote, (id) => {
      this.waiting.delete(id)
      const { mid: price, seq, source } = quote
      this.fresh.push({ id, at: this.context.clock.now(), price, seq, source })
    })
    this.flush()
  }

  private flush(): void {
    if (this.writing !== null || this.fresh.length === 0) return
    this.writing = this.write().finally(() => {
      this.writing = null
    })
  }

  private async write(): Promise<void> {
    while (this.fresh.length > 0) {
      const batch = this.fresh.splice(0)
      try {
        for (const row of await writeFired(this.context.db, batch)) this.onFired(row)
      } catch (err) {
        this.unwritten.push(...batch)
        this.context.log.error({ err }, 'fired price alerts could not be written; they will be retried')
      }
    }
  }
}
