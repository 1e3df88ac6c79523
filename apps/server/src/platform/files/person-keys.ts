import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Schema } from '../database/schema.ts'
import { aboutPersonKey, keyBytes, type SealedBytes, seal, unseal } from '../keys/sealing.ts'

type Query = Kysely<Schema>

/** One key per person. Data sealed with it is lost for good once the key is destroyed (trust T20). */
export class PersonKeys {
  private readonly installationKey: Buffer
  private readonly clock: Clock

  constructor(installationKey: Buffer, clock: Clock) {
    this.installationKey = installationKey
    this.clock = clock
  }

  /** Seals data of this person; `about` names it, and opening needs the same name. */
  async seal(db: Query, userId: string, about: string, plain: Uint8Array): Promise<SealedBytes> {
    return seal(await this.keyOf(db, userId), about, plain)
  }

  /** Null once the person was erased. */
  async open(db: Query, userId: string, about: string, sealed: SealedBytes): Promise<Buffer | null> {
    const row = await keyRow(db, userId)
    if (row?.wrapped == null) return null
    return unseal(this.unwrap(userId, row.wrapped), about, sealed)
  }

  /** Forgets the key: there is no other copy of it. */
  destroy(db: Query, userId: string): Promise<void> {
    return destroyPersonKey(db, userId, new Date(this.clock.now()))
  }

  private async keyOf(db: Query, userId: string): Promise<Buffer> {
    const found = await keyRow(db, userId)
    const row = found ?? (await this.make(db, userId))
    if (row.wrapped === null) throw new Error('this person was erased: nothing can be sealed for them')
    return this.unwrap(userId, row.wrapped)
  }

  /** Of two concurrent creations the first wins, and both use that key. */
  private async make(db: Query, userId: string): Promise<{ wrapped: SealedBytes | null }> {
    const wrapped = seal(this.installationKey, aboutPersonKey(userId), randomBytes(keyBytes))
    await db
      .insertInto('files_keys')
      .values({ user_id: userId, wrapped, created_at: new Date(this.clock.now()), destroyed_at: null })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .execute()
    const row = await keyRow(db, userId)
    if (row === undefined) throw new Error('a key that was just written is not there')
    return row
  }

  private unwrap(userId: string, wrapped: SealedBytes): Buffer {
    return unseal(this.installationKey, aboutPersonKey(userId), wrapped)
  }
}

/** Needs no key itself. */
export async function destroyPersonKey(db: Query, userId: string, at: Date): Promise<void> {
  await db
    .updateTable('files_keys')
    .set({ wrapped: null, destroyed_at: at })
    .where('user_id', '=', userId)
    .where('destroyed_at', 'is', null)
    .execute()
}

const keyRow = (db: Query, userId: string) =>
  db.selectFrom('files_keys').select('wrapped').where('user_id', '=', userId).executeTakeFirst()
