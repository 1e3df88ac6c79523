import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BoardQuote } from '@candor/rules'
import type { Ledger } from '../../ledger/ledger.ts'
import type { QuoteWriteBarrier } from '../../market-data/history/quote-write-barrier.ts'
import type { Database } from '../../platform/database/database.ts'
import { withRetry } from '../../platform/database/transient-errors.ts'
import { type ActionPart, accountIds, inTurns, writeTogether } from '../corporate-actions/action-batches.ts'
import {
  type AppliedAction,
  type Batch,
  quotesOf,
  type Stamp,
  sendBatch,
  type Waiting,
} from './commit-batch.ts'
import type { CommitRow } from './commit-row.ts'
import type { Effect } from './effect.ts'

interface ActionCommitOptions {
  readonly db: Database
  readonly ledger: Ledger
  /** Stores quotes before the effects that depend on them are written; null without a quote store. */
  readonly quoteBarrier: QuoteWriteBarrier | null
  /** Orders of an action that one statement writes. */
  readonly ordersPerStatement: number
  readonly stamp: () => Stamp
}

/** Writes all effects of a market's action in one transaction, a batch for each statement. */
export class ActionCommit {
  private readonly options: ActionCommitOptions

  constructor(options: ActionCommitOptions) {
    this.options = options
  }

  /**
   * Divides the effects into batches, in turns of the event loop. The first is empty and takes the locks of a batch; the last says that the
   * action was carried out.
   */
  async batchesOf(
    effects: readonly Effect[],
    {
      action,
      quotes,
      nextNumber,
    }: {
      readonly action: AppliedAction
      readonly quotes: readonly BoardQuote[]
      readonly nextNumber: () => bigint
    },
  ): Promise<Batch[]> {
    const batches: Batch[] = [{ number: nextNumber(), items: [], quotes, action: null }]
    const size = this.options.ordersPerStatement
    for (let from = 0; batches.length === 1 || from < effects.length; from += size) {
      const items = effects
        .slice(from, from + size)
        .map((effect) => ({ effect, resolve: () => undefined, reject: () => undefined }))
      const isLast = from + size >= effects.length
      batches.push({ number: nextNumber(), items, quotes: [], action: isLast ? action : null })
      await nextTurn()
    }
    return batches
  }

  /** Sends the batches and returns their rows; null when the action was refused and nothing was written. */
  async send(batches: readonly Batch[]): Promise<readonly CommitRow[] | null> {
    const { db, ledger, quoteBarrier, stamp } = this.options
    for (const batch of batches) await quoteBarrier?.ensure(quotesOf(batch))
    const [first, ...rest] = batches
    const parts = rest.map((batch): ActionPart<CommitRow> => {
      const effects = batch.items.map(({ effect }) => effect)
      return { effects, send: (client, encoded) => sendBatch(client, batch, encoded, stamp()) }
    })
    const noPostings = await ledger.encode([])
    const rows = await withRetry(() =>
      writeTogether(
        { db, ledger },
        {
          begin: (client) => sendBatch(client, first as Batch, noPostings, stamp()),
          parts,
          isDone: ({ results }) => results === null || results.every((result) => result === 'done'),
        },
      ),
    )
    if (rows === 'refused') return null
    if (rows !== 'written') return rows
    const written: CommitRow[] = []
    for (const part of parts) written.push(await withRetry(() => this.readWritten(part)))
    return written
  }

  /** Reads the row of a part whose acknowledgement was lost, as far as it still matters. */
  private async readWritten({ effects }: ActionPart<CommitRow>): Promise<CommitRow> {
    const { db, ledger } = this.options
    const encoded = await ledger.encode(effects.flatMap(({ posting }) => posting ?? []))
    const { rows } = await db.enginePool.query<Pick<CommitRow, 'balances'>>(
      'SELECT ledger_balances($1::bigint[]) AS balances',
      [`{${accountIds([encoded]).join(',')}}`],
    )
    return { results: effects.map(() => 'done'), answers: null, balances: rows[0]?.balances ?? null }
  }
}

/** Divides a batch and its row into what one turn of the event loop reports. The first has the balances, as after the whole batch. */
export const rowsByTurn = (
  items: readonly Waiting[],
  { results, balances }: CommitRow,
): { readonly items: readonly Waiting[]; readonly row: CommitRow }[] =>
  inTurns(items).map((some, turn) => {
    const from = items.indexOf(some[0] as Waiting)
    const row: CommitRow = {
      results: results?.slice(from, from + some.length) ?? null,
      answers: null,
      balances: turn === 0 ? balances : null,
    }
    return { items: some, row }
  })
