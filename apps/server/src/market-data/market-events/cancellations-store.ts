import type { AccountMode } from '@candor/contract'
import type { Database, Reader, Tx } from '../../platform/database/database.ts'
import type { ActionRow } from '../markets-tables.ts'

/** An account of a customer. */
export interface Holder {
  readonly userId: string
  readonly mode: AccountMode
}

/** A cancelled action whose customers are being notified. */
export interface Cancellation {
  readonly action: ActionRow
  readonly cancelledAt: number
  /** The account that was notified last. */
  readonly through: Holder | null
}

/** Actions that were cancelled and whose customers are not all notified yet. */
export async function openCancellations(
  { query }: Database,
  limit: number,
): Promise<{ readonly id: string }[]> {
  const rows = await query
    .selectFrom('markets_cancellations')
    .select('action_id as id')
    .where('notified_at', 'is', null)
    .orderBy('action_id')
    .limit(limit)
    .execute()
  return rows
}

/** Locks a cancellation until the transaction ends. Null when its customers are notified. */
export async function lockCancellation(tx: Tx, id: string): Promise<Cancellation | null> {
  const row = await tx
    .selectFrom('markets_cancellations')
    .selectAll()
    .where('action_id', '=', id)
    .where('notified_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined) return null
  const action = await tx
    .selectFrom('markets_actions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { through_user: userId, through_mode: mode } = row
  const through = userId === null || mode === null ? null : { userId, mode }
  return { action, cancelledAt: Number(action.cancelled_at), through }
}

/** Notes how far a cancellation was notified; with `notifiedAt`, that nobody is left. */
export async function moveCancellation(
  tx: Tx,
  id: string,
  { last, notifiedAt }: { readonly last: Holder | null; readonly notifiedAt: number | null },
): Promise<void> {
  await tx
    .updateTable('markets_cancellations')
    .set({
      ...(last && { through_user: last.userId, through_mode: last.mode }),
      notified_at: notifiedAt === null ? null : BigInt(notifiedAt),
    })
    .where('action_id', '=', id)
    .execute()
}

/** Actions that were cancelled since a moment (epoch ms), newest first; at most a hundred. */
export const cancelledSince = (reader: Reader, since: number): Promise<ActionRow[]> =>
  reader
    .selectFrom('markets_actions')
    .selectAll()
    .where('cancelled_at', '>=', BigInt(since))
    .orderBy('cancelled_at', 'desc')
    .limit(100)
    .execute()
