import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BoardQuote, MarketAction } from '@candor/rules'
import type { PoolClient } from 'pg'
import type { EncodedPostings } from '../../ledger/ledger.ts'
import type { Place } from '../../platform/database/composite-type.ts'
import { withRetry } from '../../platform/database/transient-errors.ts'
import { inOwnTrace } from '../../platform/tracing/tracing.ts'
import { ordersPerTurn } from '../corporate-actions/action-batches.ts'
import type { CommitRow } from './commit-row.ts'
import type { CommitOutcome, Effect } from './effect.ts'
import { EffectRows } from './encode-effects.ts'
import { ordersCommit } from './order-types.ts'

/** Most effects that one call of `orders_commit` writes, but for an action of a market. */
export const largestBatch = 400

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

/** An effect whose caller waits for its outcome. */
export interface Waiting {
  readonly effect: Effect
  readonly resolve: (outcome: CommitOutcome) => void
  readonly reject: (error: unknown) => void
}

/** Effects that are written with one call of `orders_commit`. */
export interface Batch {
  /** Rises with every batch of an engine. A batch sent again under its number, because its acknowledgement was lost, does nothing. */
  readonly number: bigint
  readonly items: readonly Waiting[]
  /** Quotes that belong to no effect of it. */
  readonly quotes: readonly BoardQuote[]
  /** The market action that this batch ends: the database then takes all of its items or none. Null for independent items. */
  readonly action: AppliedAction | null
}

/** Engine that sends a batch (null in a replay), and the time it does, epoch ms. */
export interface Stamp {
  readonly fence: bigint | null
  readonly at: number
}

const statement = {
  name: 'orders-commit',
  text: `SELECT * FROM ${ordersCommit.call}`,
}

/**
 * Runs the writing of a batch, again after a transient failure. It is a trace of its own: it serves many requests, and prices that no request
 * asked for.
 */
export const commitWithRetry = <T>({ items, quotes }: Batch, write: () => Promise<T>): Promise<T> =>
  inOwnTrace(
    'engine commit',
    { 'candor.commit.effects': items.length, 'candor.commit.quotes': quotes.length },
    () => withRetry(write),
  )

/** Writes a batch; `encoded` are its effects' postings. */
export async function sendBatch(
  connection: Pick<PoolClient, 'query'>,
  batch: Batch,
  encoded: EncodedPostings,
  { fence, at }: Stamp,
): Promise<CommitRow> {
  const encodedRows = await rowsOf(batch)
  const values = ordersCommit.values({
    p_fence: fence,
    p_batch: batch.number,
    p_at: new Date(at),
    p_item_postings: postingPlaces(batch),
    p_postings: encoded.postings,
    p_steps: encoded.steps,
    p_accounts: encoded.accounts,
    p_holds: encoded.holds,
    p_keys: encodedRows.keys,
    p_inserts: encodedRows.inserts,
    p_changes: encodedRows.changes,
    p_events: encodedRows.events,
    p_quotes: encodedRows.quotes,
    p_notices: encodedRows.notices,
    p_action: batch.action,
  })
  const { rows } = await connection.query<CommitRow>({ ...statement, values })
  const [row] = rows
  if (row === undefined) throw new Error('orders_commit returned no row')
  return row
}

/** Returns the place of each item's posting among the batch's postings; 0 for an item that posts nothing. */
function postingPlaces({ items }: Batch): number[] {
  let place = 0
  return items.map(({ effect: { posting } }) => (posting === null ? 0 : ++place))
}

/** Encodes rows in as many turns of the event loop as a large batch needs. */
async function rowsOf({ items, quotes }: Batch): Promise<EffectRows> {
  const rows = new EffectRows()
  rows.journal(quotes)
  // No cases: rows of one batch, which is written whole.
  for (const [at, { effect }] of items.entries()) {
    if (items.length > largestBatch && at % ordersPerTurn === 0) await nextTurn()
    rows.add((at + 1) as Place<'item'>, effect)
  }
  return rows
}

export function* quotesOf({ items, quotes }: Batch): Iterable<BoardQuote> {
  for (const { effect } of items) yield* effect.quotes
  yield* quotes
}
