import { type CloseReason, mustStopOut } from '@candor/rules'
import type { Database } from '../../../platform/database/database.ts'
import type { CommitOutcome, Effect } from '../../commits/effect.ts'
import type { PositionBook } from '../../engine/book.ts'
import type { Account, Position } from '../../engine/position.ts'
import { tradingEquityOf } from '../funds/account-funds.ts'
import type { Valuation } from '../valuation.ts'

interface Unpaid {
  readonly position: Position
  readonly reason: CloseReason
  /** Epoch ms. */
  readonly since: number
}

export interface UnpaidClosingsOptions {
  readonly db: Database
  readonly book: PositionBook
  readonly valuation: Valuation
}

/**
 * Closings that the engine decided by itself and the operator's accounts could not pay. The position is open again and the close is
 * retried; until it is closed, or a stop-out is not due any more, these records warn the operators.
 */
export class UnpaidClosings {
  private readonly options: UnpaidClosingsOptions
  private readonly open = new Map<string, Unpaid>()
  private readonly recorded = new Set<string>()
  private writing: Promise<void> | null = null

  constructor(options: UnpaidClosingsOptions) {
    this.options = options
  }

  /** Reads what was unpaid before this engine led. */
  async load(): Promise<void> {
    const { rows } = await this.options.db.pool.query<{
      order_id: string
      reason: CloseReason
      since: bigint
    }>('SELECT order_id, reason, since FROM orders_unpaid_closings')
    for (const { order_id: id, reason, since } of rows) {
      this.recorded.add(id)
      const position = this.options.book.positions.get(id)
      if (position !== undefined) this.open.set(id, { position, reason, since: Number(since) })
    }
  }

  /** Takes the outcomes of a batch. Skips closings that customers requested: they have their response. */
  observe(effects: readonly Effect[], outcomes: readonly CommitOutcome[]): void {
    effects.forEach(({ position, kind, isAwaited, payer, shownOrder, event }, index) => {
      const outcome = outcomes[index]
      const isRefused = outcome !== undefined && 'refused' in outcome && outcome.refused === payer
      if (kind !== 'close' || isAwaited || !isRefused || this.open.has(position.id)) return
      if (shownOrder.closeReason !== null)
        this.open.set(position.id, { position, reason: shownOrder.closeReason, since: event.at })
    })
  }

  /** Writes what changed since the last time; rejects when the database is gone, and then everything is written the next time. */
  write(): Promise<void> {
    this.writing ??= this.run().finally(() => {
      this.writing = null
    })
    return this.writing
  }

  private async run(): Promise<void> {
    for (const [id, unpaid] of this.open) if (this.isOver(unpaid)) this.open.delete(id)
    const added = [...this.open.values()].filter(({ position }) => !this.recorded.has(position.id))
    const ended = [...this.recorded].filter((id) => !this.open.has(id))
    if (added.length + ended.length === 0) return
    await this.options.db.pool.query(
      `WITH ended AS (DELETE FROM orders_unpaid_closings WHERE order_id = ANY ($1::uuid[]))
       INSERT INTO orders_unpaid_closings (order_id, reason, since)
       SELECT * FROM unnest($2::uuid[], $3::text[], $4::bigint[]) ON CONFLICT DO NOTHING`,
      [
        ended,
        added.map(({ position }) => position.id),
        added.map(({ reason }) => reason),
        added.map(({ since }) => since),
      ],
    )
    for (const id of ended) this.recorded.delete(id)
    for (const { position } of added) this.recorded.add(position.id)
  }

  /** While a closing is on its way to the database it is not known. */
  private isOver({ position, reason }: Unpaid): boolean {
    if (position.account.writing > 0) return false
    return position.status !== 'open' || (reason === 'stopOut' && !this.isDue(position.account))
  }

  /** Checks whether the account is still due for a stop-out; assumes so until its markets have quoted. */
  private isDue(account: Account): boolean {
    const equity = tradingEquityOf(account, this.options.valuation)
    return equity === null || mustStopOut(equity, account.closeOutSum)
  }
}
