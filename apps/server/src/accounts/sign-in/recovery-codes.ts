import { createHmac, randomInt } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/new-id.ts'

/** Number of codes made at a time. */
export const manyRecoveryCodes = 10
/** Letters and digits that are not mistaken for one another. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const half = 5

/** Codes that replace the second factor once each: shown when they are made, stored as hashes with this installation's key. */
export class RecoveryCodes {
  private readonly db: Database
  private readonly clock: Clock
  private readonly secret: Buffer

  constructor(db: Database, clock: Clock, secret: Buffer) {
    this.db = db
    this.clock = clock
    this.secret = secret
  }

  /** Makes ten; those made before are no longer good. */
  async make(tx: Tx, userId: string): Promise<string[]> {
    await this.forgetAll(tx, userId)
    const codes = Array.from({ length: manyRecoveryCodes }, newCode)
    const made_at = new Date(this.clock.now())
    await tx
      .insertInto('accounts_recovery_codes')
      .values(
        codes.map((code) => ({
          id: newId(),
          user_id: userId,
          code_hash: this.hash(userId, code),
          made_at,
          used_at: null,
        })),
      )
      .execute()
    return codes
  }

  /**
   * Returns the number of remaining codes and when they were made; null: there never were any, or none since the second factor was turned
   * on.
   */
  async standing(userId: string): Promise<{ left: number; madeAt: string | null }> {
    const row = await this.db.query
      .selectFrom('accounts_recovery_codes')
      .select((eb) => [
        eb.fn.countAll<bigint>().filterWhere('used_at', 'is', null).as('left'),
        eb.fn.max('made_at').as('made_at'),
      ])
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    return { left: Number(row.left), madeAt: row.made_at?.toISOString() ?? null }
  }

  /** Uses up a code within `tx`; returns its row and how many are left, or null for an unknown or used code. */
  async use(tx: Tx, userId: string, code: string): Promise<{ id: string; left: number } | null> {
    const used = await tx
      .updateTable('accounts_recovery_codes')
      .set({ used_at: new Date(this.clock.now()) })
      .where('user_id', '=', userId)
      .where('code_hash', '=', this.hash(userId, code))
      .where('used_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (used === undefined) return null
    const { left } = await tx
      .selectFrom('accounts_recovery_codes')
      .select((eb) => eb.fn.countAll<bigint>().as('left'))
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow()
    return { id: used.id, left: Number(left) }
  }

  /** Deletes codes made until `at`, so that newer ones remain. */
  async forgetMadeUntil(tx: Tx, userId: string, at: Date): Promise<void> {
    await tx
      .deleteFrom('accounts_recovery_codes')
      .where('user_id', '=', userId)
      .where('made_at', '<=', at)
      .execute()
  }

  async forgetAll(tx: Tx, userId: string): Promise<void> {
    await tx.deleteFrom('accounts_recovery_codes').where('user_id', '=', userId).execute()
  }

  private hash(userId: string, code: string): Buffer {
    return createHmac('sha256', this.secret)
      .update(`recovery\n${userId}\n${plain(code)}`)
      .digest()
  }
}

/** Distinguishes a recovery code from an authenticator app's code, which has only digits. */
export const isRecoveryCode = (code: string): boolean =>
  plain(code).length === 2 * half && /[a-z]/.test(plain(code))

/** However it was typed: capitals, blanks and the dash do not matter. */
const plain = (code: string): string => code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Ten signs of 31, some 49 bits, never digits alone. */
function newCode(): string {
  for (;;) {
    const signs = Array.from({ length: 2 * half }, () => alphabet[randomInt(alphabet.length)]).join('')
    if (/[a-z]/.test(signs)) return `${signs.slice(0, half)}-${signs.slice(half)}`
  }
}
