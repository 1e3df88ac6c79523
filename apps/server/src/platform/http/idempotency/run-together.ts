import { sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import type { Database, Tx } from '../../database/database.ts'
import type { OnceOutcome, OnceRequest, RunTogether, UntilFree } from '../handlers.ts'
import { Refusal } from '../refusal.ts'
import { lockKey } from './run-once.ts'

/**
 * `RunOnce` for many calls in one commit: writes every key's row first, carries out the new ones together, then stores their responses. A
 * key repeated within the same batch gets the response of the first. A refusal leaves no row. Does not wait for a key that another call
 * uses now: its own caller does that (`untilFree`).
 */
export function createRunTogether(transaction: Database['transaction'], clock: Clock): RunTogether {
  return (asks, effect) =>
    transaction(async (tx) => {
      const firsts = firstOfEach(asks)
      const locked = await lockFree(tx, [...firsts.values()])
      const free = [...firsts.values()].filter((idempotency) => locked.has(nameOf(idempotency)))
      const claimed = await claim(tx, free, new Date(clock.now()))
      const fresh = free.filter((idempotency) => claimed.has(nameOf(idempotency)))
      const made = fresh.length === 0 ? [] : await effect(tx, fresh)
      await keep(tx, fresh, made)
      const outcomes = new Map(fresh.map((idempotency, at) => [idempotency, made[at]] as const))
      const stored = await storedResponses(
        tx,
        asks.filter((idempotency) => !claimed.has(nameOf(idempotency))),
      )
      return asks.map((idempotency) => {
        const first = firsts.get(nameOf(idempotency)) ?? idempotency
        if (!locked.has(nameOf(idempotency))) return { inUse: true }
        if (first.idempotency.bodyHash !== idempotency.idempotency.bodyHash)
          return { refused: new Refusal('keyReused') }
        const outcome = outcomes.get(first)
        return outcome ?? repeated(idempotency, stored.get(nameOf(idempotency)))
      })
    })
}

/** Waits until no other call is carried out under a key. */
export const createUntilFree =
  (transaction: Database['transaction']): UntilFree =>
  ({ caller, idempotency }) =>
    transaction((tx) => lockKey(tx, caller.userId, idempotency.key))

/** As PostgreSQL writes it. */
const nameOf = ({ caller, idempotency }: OnceRequest): string =>
  `${caller.userId} ${idempotency.key}`.toLowerCase()

function firstOfEach<A extends OnceRequest>(asks: readonly A[]): Map<string, A> {
  const firsts = new Map<string, A>()
  for (const idempotency of asks)
    if (!firsts.has(nameOf(idempotency))) firsts.set(nameOf(idempotency), idempotency)
  return firsts
}

function repeated<T>(
  { idempotency }: OnceRequest,
  stored: { hash: string; response: unknown } | undefined,
): OnceOutcome<T> {
  return stored?.hash === idempotency.bodyHash
    ? { response: stored.response as T }
    : { refused: new Refusal('keyReused') }
}

/** Locks the keys that no other call uses now, until the end of the transaction, and returns them. */
async function lockFree(tx: Tx, asks: readonly OnceRequest[]): Promise<ReadonlySet<string>> {
  const keys = asks.map(({ caller, idempotency }) => ({ user_id: caller.userId, key: idempotency.key }))
  const { rows } = await sql<{ user_id: string; key: string }>`
    SELECT user_id, key FROM jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) AS r (user_id uuid, key uuid)
     WHERE pg_try_advisory_xact_lock(http_key_lock(user_id, key))`.execute(tx)
  return new Set(rows.map(({ user_id, key }) => `${user_id} ${key}`))
}

async function claim(tx: Tx, asks: readonly OnceRequest[], now: Date): Promise<ReadonlySet<string>> {
  const rows = asks.map(({ caller, idempotency }) => ({
    user_id: caller.userId,
    key: idempotency.key,
    call: idempotency.call,
    body_hash: idempotency.bodyHash,
    created_at: now,
  }))
  const { rows: taken } = await sql<{ user_id: string; key: string }>`
    INSERT INTO http_idempotency (user_id, key, call, body_hash, created_at)
      SELECT user_id, key, call, body_hash, created_at
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          AS r (user_id uuid, key uuid, call text, body_hash text, created_at timestamptz)
       ORDER BY user_id, key
    ON CONFLICT DO NOTHING RETURNING user_id, key`.execute(tx)
  return new Set(taken.map(({ user_id, key }) => `${user_id} ${key}`))
}

async function keep<T>(tx: Tx, asks: readonly OnceRequest[], made: readonly OnceOutcome<T>[]): Promise<void> {
  const rows = asks.map(({ caller, idempotency }, at) => {
    const outcome = made[at]
    const response = outcome !== undefined && 'response' in outcome ? JSON.stringify(outcome.response) : null
    return { user_id: caller.userId, key: idempotency.key, answer: response }
  })
  const done = rows.filter(({ answer: response }) => response !== null)
  const refused = rows.filter(({ answer: response }) => response === null)
  if (done.length > 0)
    await sql`UPDATE http_idempotency h SET answer = r.answer::json
      FROM jsonb_to_recordset(${JSON.stringify(done)}::jsonb) AS r (user_id uuid, key uuid, answer text)
     WHERE h.user_id = r.user_id AND h.key = r.key`.execute(tx)
  if (refused.length > 0)
    await sql`DELETE FROM http_idempotency h
      USING jsonb_to_recordset(${JSON.stringify(refused)}::jsonb) AS r (user_id uuid, key uuid)
     WHERE h.user_id = r.user_id AND h.key = r.key`.execute(tx)
}

async function storedResponses(tx: Tx, asks: readonly OnceRequest[]) {
  const stored = new Map<string, { hash: string; response: unknown }>()
  for (const one of asks) {
    const row = await tx
      .selectFrom('http_idempotency')
      .select(['body_hash', 'answer'])
      .where('user_id', '=', one.caller.userId)
      .where('key', '=', one.idempotency.key)
      .executeTakeFirst()
    if (row !== undefined) stored.set(nameOf(one), { hash: row.body_hash, response: row.answer })
  }
  return stored
}
