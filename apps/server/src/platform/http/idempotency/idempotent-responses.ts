import type { Database } from '../../database/database.ts'
import type { IdempotencyContext } from '../handlers.ts'

/** Stored responses of repeatable calls, by key. */
export class IdempotentResponses {
  private readonly db: Database

  constructor(db: Database) {
    this.db = db
  }

  /** Returns the first response for a key, if there was one. */
  async find(userId: string, key: string): Promise<{ bodyHash: string; response: unknown } | null> {
    const row = await this.db.query
      .selectFrom('http_idempotency')
      .select(['body_hash', 'answer'])
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .executeTakeFirst()
    return row === undefined ? null : { bodyHash: row.body_hash, response: row.answer }
  }

  /** Stores a key's first response; one already stored stays. */
  async keep(userId: string, key: IdempotencyContext, response: unknown, now: number): Promise<void> {
    await this.db.query
      .insertInto('http_idempotency')
      .values({
        user_id: userId,
        key: key.key,
        call: key.call,
        body_hash: key.bodyHash,
        answer: JSON.stringify(response),
        created_at: new Date(now),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  /** Sets the response of a key that was stored before its response was known. */
  async complete(userId: string, key: string, response: unknown): Promise<void> {
    await this.db.query
      .updateTable('http_idempotency')
      .set({ answer: JSON.stringify(response) })
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .execute()
  }
}
