import type { Database } from '../../database/database.ts'
import type { IdempotencyContext } from '../handlers.ts'

/** Answers that were given to repeatable calls, by their key. */
export class AnswersStore {
  private readonly db: Database

  constructor(db: Database) {
    this.db = db
  }

  /** The first answer given to a key, if there was one. */
  async kept(userId: string, key: string): Promise<{ bodyHash: string; answer: unknown } | null> {
    const row = await this.db.query
      .selectFrom('http_idempotency')
      .select(['body_hash', 'answer'])
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .executeTakeFirst()
    return row === undefined ? null : { bodyHash: row.body_hash, answer: row.answer }
  }

  /** Keeps a key's first answer; one already kept stays. */
  async keep(userId: string, key: IdempotencyContext, answer: unknown, now: number): Promise<void> {
    await this.db.query
      .insertInto('http_idempotency')
      .values({
        user_id: userId,
        key: key.key,
        call: key.call,
        body_hash: key.bodyHash,
        answer: JSON.stringify(answer),
        created_at: new Date(now),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  /** The answer to a key that was kept before there was one. */
  async answer(userId: string, key: string, answer: unknown): Promise<void> {
    await this.db.query
      .updateTable('http_idempotency')
      .set({ answer: JSON.stringify(answer) })
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .execute()
  }
}
