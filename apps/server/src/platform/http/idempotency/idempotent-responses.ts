import type { Database } from '../../database/database.ts'
import type { IdempotencyContext } from '../handlers.ts'

/** Answers that were given to repeatable calls, by their key. */
export class IdempotentResponses {
  private readonly db: Database

  constructor(db: Database) {
    this.db = db
  }

  /** The first answer given to a key, if there was one. */
  async find(userId: string, key: string): Promise<{ bodyHash: string; response: unknown } | null> {
    const row = await this.db.query
      .selectFrom('http_idempotency')
      .select(['body_hash', 'answer'])
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .executeTakeFirst()
    return row === undefined ? null : { bodyHash: row.body_hash, response: row.answer }
  }

  /** Keeps a key's first answer; one already kept stays. */
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

  /** The answer to a key that was kept before there was one. */
  async complete(userId: string, key: string, response: unknown): Promise<void> {
    await this.db.query
      .updateTable('http_idempotency')
      .set({ answer: JSON.stringify(response) })
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .execute()
  }
}
