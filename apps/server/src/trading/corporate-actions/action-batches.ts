import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { EncodedPostings, Ledger } from '../../ledger/ledger.ts'
import type { AccountId } from '../../ledger/posting-types.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Effect } from '../commits/effect.ts'

/** Orders of an action that are planned, encoded, announced or changed in one turn of the event loop: some milliseconds. */
export const ordersPerTurn = 100
/**
 * Orders that one statement of an action writes. Each statement leaves another version of the operator's accounts, which those after it
 * have to walk past: at 100 orders a statement the 150th took the database five times as much work as the first.
 */
export const ordersPerStatement = 1_000

/** Cuts a list into what one turn of the event loop takes. */
export function inTurns<T>(list: readonly T[]): T[][] {
  const turns: T[][] = []
  for (let from = 0; from < list.length; from += ordersPerTurn)
    turns.push(list.slice(from, from + ordersPerTurn))
  return turns
}

/** Part of an action that is written with one statement. */
export interface ActionPart<Row> {
  readonly effects: readonly Effect[]
  /** Sends the part within the action's transaction. */
  readonly send: (client: PoolClient, encoded: EncodedPostings) => Promise<Row>
}

export interface ActionWrite<Row> {
  /** Takes the locks of a batch, and raises `alreadyWritten` when the action is in the database: its acknowledgement was lost. */
  readonly begin: (client: PoolClient) => Promise<unknown>
  readonly parts: readonly ActionPart<Row>[]
  /** Checks whether the ledger took every posting of a part. */
  readonly isDone: (row: Row, part: ActionPart<Row>) => boolean
}

/** SQLSTATE of a batch that lies before the last one written. */
const alreadyWritten = 'CA003'
/** SQLSTATE that `orders_commit` raises when an item of an action is refused, or the action was cancelled. */
const cannotBePaid = 'CA002'

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code

/**
 * Writes an action's parts one after the other in one transaction: all of them or none. Returns their rows, 'written' when they had been
 * written before, and 'refused' when the ledger refused one. Rejects where the database went away: the same call again is safe.
 */
export async function writeTogether<Row>(
  { db, ledger }: { readonly db: Database; readonly ledger: Ledger },
  { begin, parts, isDone }: ActionWrite<Row>,
): Promise<readonly Row[] | 'written' | 'refused'> {
  const encoded: EncodedPostings[] = []
  for (const { effects } of parts) {
    encoded.push(await ledger.encode(effects.flatMap(({ posting }) => posting ?? [])))
    await nextTurn()
  }
  const client = await db.enginePool.connect()
  try {
    await client.query('BEGIN')
    await begin(client)
    // All accounts in one order, before the first part locks some of them: this cannot deadlock with others that lock accounts.
    await client.query('SELECT ledger_lock_accounts($1::bigint[])', [`{${accountIds(encoded).join(',')}}`])
    const rows: Row[] = []
    for (const [at, part] of parts.entries()) {
      const row = await part.send(client, encoded[at] as EncodedPostings)
      if (!isDone(row, part)) {
        await client.query('ROLLBACK')
        client.release()
        return 'refused'
      }
      rows.push(row)
    }
    await client.query('COMMIT')
    client.release()
    return rows
  } catch (error) {
    // Its transaction ends with the connection.
    client.release(true)
    if (codeOf(error) === cannotBePaid) return 'refused'
    if (codeOf(error) === alreadyWritten) return 'written'
    throw error
  }
}

/** Every account that these postings name, once. */
export const accountIds = (encoded: readonly EncodedPostings[]): AccountId[] => [
  ...new Set(encoded.flatMap(({ accounts }) => accounts)),
]
