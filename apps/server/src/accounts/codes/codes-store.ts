import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { AccountsTables } from '../accounts-tables.ts'
import type { CodeAdmission } from './code-admission.ts'

export type CodePurpose = AccountsTables['accounts_codes']['purpose']

export const codeValidSeconds = 600
const attemptsAllowed = 5
/** The binding of a code that is good for anything its purpose allows. */
const unbound = ''

export interface NewCode {
  readonly recipientKey: string
  readonly purpose: CodePurpose
  /** The one action it is valid for; absent: every action of its purpose. */
  readonly binding?: string | undefined
}

interface GivenCode extends NewCode {
  readonly code: string
}

/** Checks of codes. A use case cannot make one: `CodeSender` does. */
export type SentCodes = Pick<Codes, 'redeem' | 'check' | 'consume' | 'forgetOld' | 'forgetSentTo'>

/** Six-digit codes sent to an address: bound to their purpose, good once, for ten minutes and five attempts. */
export class Codes {
  private readonly db: Database
  private readonly clock: Clock
  private readonly secret: Buffer

  constructor(db: Database, clock: Clock, secret: Buffer) {
    this.db = db
    this.clock = clock
    this.secret = secret
  }

  /** Creates a code, which invalidates the previous one; each uses up an admission. */
  async issue(admission: CodeAdmission, { recipientKey, purpose, binding }: NewCode): Promise<string> {
    admission.use()
    const code = randomInt(1_000_000).toString().padStart(6, '0')
    const fresh = {
      code_hash: this.hash({ recipientKey, purpose, code, binding }),
      attempts_left: attemptsAllowed,
      expires_at: new Date(this.clock.now() + codeValidSeconds * 1000),
    }
    await this.db.query
      .insertInto('accounts_codes')
      .values({ recipient_key: recipientKey, purpose, ...fresh })
      .onConflict((conflict) => conflict.columns(['recipient_key', 'purpose']).doUpdateSet(fresh))
      .execute()
    return code
  }

  /** True once for the right code. Every call costs an attempt, also when it loses a race. */
  async redeem(recipientKey: string, purpose: CodePurpose, code: string): Promise<boolean> {
    return (
      (await this.check(recipientKey, purpose, code)) &&
      this.consume(this.db.query, { recipientKey, purpose, code })
    )
  }

  /** Checks the code, for `binding` or for any. Every call costs an attempt; a right code stays valid until it is consumed. */
  async check(recipientKey: string, purpose: CodePurpose, code: string, binding = unbound): Promise<boolean> {
    const row = await this.db.query
      .updateTable('accounts_codes')
      .set((eb) => ({ attempts_left: eb('attempts_left', '-', 1) }))
      .where('recipient_key', '=', recipientKey)
      .where('purpose', '=', purpose)
      .where('attempts_left', '>', 0)
      .where('expires_at', '>', new Date(this.clock.now()))
      .returning('code_hash')
      .executeTakeFirst()
    const right = this.hashes({ recipientKey, purpose, code, binding })
    return row !== undefined && right.some((hash) => timingSafeEqual(row.code_hash, hash))
  }

  /** Uses up a code that was checked, in the transaction of what it confirms; false: it was used up meanwhile. */
  async consume(db: Kysely<Schema>, given: GivenCode): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('accounts_codes')
      .where('recipient_key', '=', given.recipientKey)
      .where('purpose', '=', given.purpose)
      .where('code_hash', 'in', this.hashes(given))
      .executeTakeFirst()
    return numDeletedRows === 1n
  }

  /** Deletes every code sent to these addresses and numbers. */
  async forgetSentTo(tx: Tx, recipientKeys: readonly string[]): Promise<void> {
    if (recipientKeys.length === 0) return
    await tx
      .deleteFrom('accounts_codes')
      .where('recipient_key', 'in', [...recipientKeys])
      .execute()
  }

  /** Codes and reset tokens that ran out. */
  async forgetOld(): Promise<void> {
    const now = new Date(this.clock.now())
    await this.db.query.deleteFrom('accounts_codes').where('expires_at', '<', now).execute()
    await this.db.query.deleteFrom('accounts_reset_tokens').where('expires_at', '<', now).execute()
  }

  /** Of the code for this alone, and of one for anything. */
  private hashes(given: GivenCode): Buffer[] {
    return [this.hash({ ...given, binding: unbound }), this.hash(given)]
  }

  private hash({ recipientKey, purpose, code, binding = unbound }: GivenCode): Buffer {
    const text = `${purpose}\n${recipientKey}\n${code}${binding === unbound ? '' : `\n${binding}`}`
    return createHmac('sha256', this.secret).update(text).digest()
  }
}
