import { type Kysely, sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import type { Database, Tx } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'
import type { Caller } from '../caller.ts'
import type { IdempotencyContext, RunOnce } from '../handlers.ts'
import { Refusal } from '../refusal.ts'

/** Minimum time for which a key is remembered (calls page: a repeat gives the first response again). */
export const retentionMs = 7 * 24 * 3_600_000

/**
 * Runs one effect per key. Locks the key first, so that a concurrent repetition waits in the database for the first one's commit and then
 * gets its response. A refusal leaves no row: it had no effect (ADR-011).
 */
export function createRunOnce(transaction: Database['transaction'], clock: Clock): RunOnce {
  return <T>(caller: Caller, idempotency: IdempotencyContext, effect: (tx: Tx) => Promise<T>) =>
    transaction(async (tx) => {
      await lockKey(tx, caller.userId, idempotency.key)
      if (!(await claim(tx, caller.userId, idempotency, new Date(clock.now())))) {
        return (await firstResponse(tx, caller.userId, idempotency)) as T
      }
      const response = await effect(tx)
      await tx
        .updateTable('http_idempotency')
        .set({ answer: JSON.stringify(response ?? null) })
        .where('user_id', '=', caller.userId)
        .where('key', '=', idempotency.key)
        .execute()
      return response
    })
}

/** Waits until no other call is carried out under this key. To be called before anything else is locked. */
export async function lockKey(tx: Tx, userId: string, key: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(http_key_lock(${userId}::uuid, ${key}::uuid))`.execute(tx)
}

async function claim(tx: Tx, userId: string, idempotency: IdempotencyContext, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('http_idempotency')
    .values({
      user_id: userId,
      key: idempotency.key,
      call: idempotency.call,
      body_hash: idempotency.bodyHash,
      answer: null,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

async function firstResponse(tx: Tx, userId: string, idempotency: IdempotencyContext): Promise<unknown> {
  const first = await tx
    .selectFrom('http_idempotency')
    .select(['body_hash', 'answer'])
    .where('user_id', '=', userId)
    .where('key', '=', idempotency.key)
    .executeTakeFirst()
  if (first === undefined || first.body_hash !== idempotency.bodyHash) throw new Refusal('keyReused')
  return first.answer
}

/** Returns true when this key has a response already. */
export async function hasResponse(
  query: Kysely<Schema>,
  { userId }: Caller,
  idempotency: IdempotencyContext,
): Promise<boolean> {
  const first = await query
    .selectFrom('http_idempotency')
    .select('key')
    .where('user_id', '=', userId)
    .where('key', '=', idempotency.key)
    .executeTakeFirst()
  return first !== undefined
}

/** Deletes the stored responses of a person who is being erased. */
export const forgetResponsesOf = async (tx: Tx, userId: string): Promise<void> => {
  await tx.deleteFrom('http_idempotency').where('user_id', '=', userId).execute()
}

/** Deletes keys older than `retentionMs`; returns how many. */
export async function forgetOldKeys(query: Kysely<Schema>, clock: Clock): Promise<bigint> {
  const { numDeletedRows } = await query
    .deleteFrom('http_idempotency')
    .where('created_at', '<', new Date(clock.now() - retentionMs))
    .executeTakeFirst()
  return numDeletedRows
}
