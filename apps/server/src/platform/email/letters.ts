import { dayMs, minuteMs } from '@candor/rules/time-units.ts'
import { isLanguageCode, type LanguageCode } from '@candor/texts/languages.ts'
import { sql } from 'kysely'
import type { ClockedDatabase, Tx } from '../database/database.ts'
import { countHeldLetters } from './held-letters.ts'
import { neverMs } from './held-queue.ts'
import type { Messenger } from './messenger.ts'
import {
  type LetterHead,
  type LetterKind,
  type LetterValues,
  type SecurityLetterKind,
  writeLetter,
} from './write-letter.ts'

interface LetterBase {
  readonly userId: string
  /** Names what happened: one letter to each reader, ever. */
  readonly once: string
  readonly facts: LetterValues
}

/** A letter to the address that the customer has when it is sent. */
export interface OrdinaryLetter extends LetterBase {
  readonly kind: Exclude<LetterKind, SecurityLetterKind>
}

/** A letter about access to the account. It names its readers, so that none can be stored for the present address alone by mistake. */
export interface SecurityLetter extends LetterBase {
  readonly kind: SecurityLetterKind
  readonly to: readonly string[]
  readonly language: string
}

export type Letter = OrdinaryLetter | SecurityLetter

/** Letters API for other modules. */
export interface EmailOutbox {
  /** Stores a letter within the transaction of its event, so that it is sent exactly when that commits. */
  keep(tx: Tx, letter: Letter): Promise<void>
  /** Sends waiting letters now instead of at the next timetable. Call it after the commit; no caller waits for it. */
  flush(): void
}

export interface LettersOptions extends ClockedDatabase {
  /** Sends a message; resolves when it was accepted, and throws otherwise. */
  readonly messenger: Messenger
  readonly readerOf: (userId: string) => Promise<{ readonly email: string; readonly language: LanguageCode }>
  readonly head: () => LetterHead | null
  /** Builds the link of a letter about a change. It is made when the letter is sent, so that no row holds a working link. */
  readonly undoLink: (linkId: string) => string
  readonly log: { error(details: object, message: string): void }
}

/** Time of a try, during which no other may begin. */
const tryLastsMs = 2 * minuteMs
const mostTries = 12
/** The last letter to an erased person holds their address: it is deleted once it was accepted or finally failed. */
const farewell: LetterKind = 'closingErased'
const retentionMs = 30 * dayMs
/** Waits after the first failure, the second, …; the last applies to all that follow. */
const waitsMs = [minuteMs, 5 * minuteMs, 30 * minuteMs, 4 * 60 * minuteMs]

const valuesByReader = (letter: Letter): readonly LetterValues[] =>
  'to' in letter
    ? letter.to.map((to) => ({ ...letter.facts, to, language: letter.language }))
    : [letter.facts]

function readerIn({ to, language = '' }: LetterValues): { email: string; language: LanguageCode } | null {
  return to === undefined || !isLanguageCode(language) ? null : { email: to, language }
}

/** Letters about what was decided, from the commit that decided it to the mail server that took them. */
export class Letters implements EmailOutbox {
  private readonly options: LettersOptions
  private underway: Promise<void> | null = null
  private again = false

  constructor(options: LettersOptions) {
    this.options = options
  }

  async keep(tx: Tx, letter: Letter): Promise<void> {
    const { userId, kind, once } = letter
    const now = BigInt(this.options.clock.now())
    await tx
      .insertInto('outbox_letters')
      .values(
        valuesByReader(letter).map((facts, n) => ({
          user_id: userId,
          kind,
          once: n === 0 ? once : `${once}:${n}`,
          facts: JSON.stringify(facts),
          created_at: now,
          next_at: now,
          sent_at: null,
        })),
      )
      .onConflict((conflict) => conflict.column('once').doNothing())
      .execute()
  }

  /** Deletes, within `tx`, all letters of a person who is being erased, sent or not. */
  async forget(tx: Tx, userId: string): Promise<void> {
    await tx.deleteFrom('outbox_letters').where('user_id', '=', userId).execute()
  }

  /** Counts letters that the mail server did not accept and that are tried again; `limit` bounds the count. */
  async unaccepted(limit: number): Promise<{ readonly count: number; readonly sinceMs: number | null }> {
    const rows = await this.options.db.query
      .selectFrom('outbox_letters')
      .select('created_at')
      .where('sent_at', 'is', null)
      // The first try of the others is not over.
      .where('attempts', '>', 1)
      .where('attempts', '<', mostTries)
      .where('next_at', '<', neverMs)
      .orderBy('id')
      .limit(limit)
      .execute()
    const [oldest] = rows
    return { count: rows.length, sinceMs: oldest === undefined ? null : Number(oldest.created_at) }
  }

  /** Counts letters that a restore held. */
  held(): Promise<number> {
    return countHeldLetters(this.options.db.query)
  }

  flush(): void {
    this.send().catch((err: unknown) => this.options.log.error({ err }, 'letters could not be sent'))
  }

  /** A job, every few seconds: sends what waits, one after another. Called meanwhile, it looks once more at the end. */
  send(): Promise<void> {
    if (this.underway !== null) {
      this.again = true
      return this.underway
    }
    this.underway = this.sendAll().finally(() => {
      this.underway = null
    })
    return this.underway
  }

  /** A job, each hour: what is a month old and was sent, could not be in all its tries, or is held since a restore, is forgotten. */
  async forgetOld(): Promise<void> {
    const before = BigInt(this.options.clock.now() - retentionMs)
    await this.options.db.query
      .deleteFrom('outbox_letters')
      .where('created_at', '<', before)
      .where((eb) =>
        eb.or([eb('sent_at', 'is not', null), eb('attempts', '>=', mostTries), eb('next_at', '=', neverMs)]),
      )
      .execute()
    await this.options.db.query
      .deleteFrom('outbox_letters')
      .where('kind', '=', farewell)
      .where('attempts', '>=', mostTries)
      .where('next_at', '<=', BigInt(this.options.clock.now()))
      .execute()
  }

  /** Resolves when nothing is being sent. */
  async settled(): Promise<void> {
    await this.underway?.catch(() => undefined)
  }

  private async sendAll(): Promise<void> {
    // No cases: each letter is put off before it is tried.
    do {
      this.again = false
      let found = true
      // No cases: each letter is put off before it is tried.
      while (found) found = await this.sendNext()
    } while (this.again)
  }

  /** Sends the letter that has waited longest; false when none waits. */
  private async sendNext(): Promise<boolean> {
    const { clock, messenger, log } = this.options
    const row = await this.takeNext()
    if (row === undefined) return false
    try {
      const { email, language } = readerIn(row.facts) ?? (await this.options.readerOf(row.user_id))
      const { undoing } = row.facts
      const facts = undoing === undefined ? row.facts : { ...row.facts, link: this.options.undoLink(undoing) }
      const letter = writeLetter(row.kind, facts, language, this.options.head())
      await messenger.send({ to: email, kind: row.kind, language, ...letter })
    } catch (err) {
      log.error(
        { err, letter: String(row.id), kind: row.kind, attempts: row.attempts },
        'a letter was not accepted by the mail server',
      )
      const wait = waitsMs[Math.min(row.attempts, waitsMs.length) - 1] ?? minuteMs
      await this.change(row.id, { next_at: BigInt(clock.now() + wait) })
      return true
    }
    if (row.kind === farewell)
      await this.options.db.query.deleteFrom('outbox_letters').where('id', '=', row.id).execute()
    else await this.change(row.id, { sent_at: BigInt(clock.now()) })
    return true
  }

  private async takeNext() {
    const now = BigInt(this.options.clock.now())
    return this.options.db.query
      .updateTable('outbox_letters')
      .set((eb) => ({ attempts: eb('attempts', '+', 1), next_at: now + BigInt(tryLastsMs) }))
      .where('id', '=', (eb) =>
        eb
          .selectFrom('outbox_letters')
          .select('id')
          .where('sent_at', 'is', null)
          .where('next_at', '<=', now)
          .where('attempts', '<', mostTries)
          .orderBy('id')
          .limit(1)
          .modifyEnd(sql`FOR NO KEY UPDATE SKIP LOCKED`),
      )
      .returning(['id', 'user_id', 'kind', 'facts', 'attempts'])
      .executeTakeFirst()
  }

  private async change(
    id: bigint,
    change: { readonly next_at: bigint } | { readonly sent_at: bigint },
  ): Promise<void> {
    await this.options.db.query.updateTable('outbox_letters').set(change).where('id', '=', id).execute()
  }
}
