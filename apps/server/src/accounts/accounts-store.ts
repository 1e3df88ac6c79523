import type { User } from '@candor/contract'
import type { Kysely, Selectable } from 'kysely'
import type { Database, Tx } from '../platform/database/database.ts'
import { readTogether } from '../platform/database/read-together.ts'
import type { Schema } from '../platform/database/schema.ts'
import type { Sealed } from '../platform/keys/secrets.ts'
import type { AccountsTables } from './accounts-tables.ts'
import { compared } from './registration/identity-keys.ts'

export type UserRow = Selectable<AccountsTables['accounts_users']>
export type NewUser = Pick<
  UserRow,
  | 'id'
  | 'user_name'
  | 'user_name_key'
  | 'email'
  | 'email_key'
  | 'phone'
  | 'phone_proven_at'
  | 'password_hash'
  | 'has_password'
  | 'language'
  | 'country'
  | 'invite_code'
  | 'invited_by'
  | 'created_at'
>

export type Standing = Pick<UserRow, 'country' | 'status' | 'own_freeze_at'>

/** The only SQL on `accounts_users`. */
export class Users {
  private readonly db: Database
  private readonly readTogether = readTogether((ids) => this.standings(ids))

  constructor(db: Database) {
    this.db = db
  }

  byId(id: string, reader?: Kysely<Schema>): Promise<UserRow> {
    return this.all(reader).where('id', '=', id).executeTakeFirstOrThrow()
  }

  /** Returns the data that decides about a customer's new risk. Batches concurrent reads. */
  async standingOf(id: string): Promise<Standing> {
    const standing = await this.readTogether(id)
    if (standing === undefined) throw new Error(`there is no customer ${id}`)
    return standing
  }

  lock(tx: Tx, id: string): Promise<UserRow> {
    return this.all(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()
  }

  byEmail(emailKey: string): Promise<UserRow | undefined> {
    return this.all().where('email_key', '=', emailKey).executeTakeFirst()
  }

  byPhone(number: string, reader?: Kysely<Schema>): Promise<UserRow | undefined> {
    return this.all(reader).where('phone', '=', number).executeTakeFirst()
  }

  /**
   * By user name, e-mail or proven phone number, `+4915112345678`. A user name can look like neither of the others, so at most one
   * matches.
   */
  byAccount(key: string): Promise<UserRow | undefined> {
    return this.all()
      .where((eb) =>
        eb.or([
          eb('email_key', '=', key),
          eb('user_name_key', '=', key),
          eb.and([eb('phone', '=', key.replaceAll(' ', '')), eb('phone_proven_at', 'is not', null)]),
        ]),
      )
      .executeTakeFirst()
  }

  async idOfInviteCode(inviteCode: string): Promise<string | null> {
    const row = await this.db.query
      .selectFrom('accounts_users')
      .select('id')
      .where('invite_code', '=', inviteCode.trim().toUpperCase())
      .executeTakeFirst()
    return row?.id ?? null
  }

  async isTaken(by: 'user_name_key' | 'email_key', value: string, reader = this.db.query): Promise<boolean> {
    const query = reader.selectFrom('accounts_users').select('id').where(by, '=', value)
    return (await query.executeTakeFirst()) !== undefined
  }

  async add(tx: Tx, user: NewUser): Promise<UserRow> {
    return tx.insertInto('accounts_users').values(user).returningAll().executeTakeFirstOrThrow()
  }

  async setPassword(tx: Tx, id: string, passwordHash: string): Promise<void> {
    await tx
      .updateTable('accounts_users')
      .set({ password_hash: passwordHash, has_password: true })
      .where('id', '=', id)
      .execute()
  }

  /** Leaves an account without a password: `passwordHash` is of one that nobody knows. Its owner sets another by email. */
  async removePassword(tx: Tx, id: string, passwordHash: string): Promise<void> {
    await tx
      .updateTable('accounts_users')
      .set({ password_hash: passwordHash, has_password: false })
      .where('id', '=', id)
      .execute()
  }

  async isPhoneProven(number: string, reader?: Kysely<Schema>): Promise<boolean> {
    return (await this.byPhone(number, reader))?.phone_proven_at != null
  }

  /** Frees a number that another account entered and never proved, so that its owner can use it. */
  async freeUnprovenPhone(tx: Tx, number: string): Promise<void> {
    await tx
      .updateTable('accounts_users')
      .set({ phone: null })
      .where('phone', '=', number)
      .where('phone_proven_at', 'is', null)
      .execute()
  }

  async setPhone(tx: Tx, id: string, number: string, at: Date): Promise<void> {
    await this.freeUnprovenPhone(tx, number)
    await tx
      .updateTable('accounts_users')
      .set({ phone: number, phone_proven_at: at })
      .where('id', '=', id)
      .execute()
  }

  async setEmail(tx: Tx, id: string, email: string): Promise<void> {
    await tx
      .updateTable('accounts_users')
      .set({ email, email_key: compared(email) })
      .where('id', '=', id)
      .execute()
  }

  /** False when there was none. */
  async clearPhone(tx: Tx, id: string): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('accounts_users')
      .set({ phone: null, phone_proven_at: null })
      .where('id', '=', id)
      .where('phone', 'is not', null)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  async setOwnFreeze(tx: Tx, id: string, at: Date | null): Promise<void> {
    await tx.updateTable('accounts_users').set({ own_freeze_at: at }).where('id', '=', id).execute()
  }

  /** Removes everything that identifies the person. The id stays, because the ledger refers to it (trust T20). */
  async anonymise(tx: Tx, id: string, passwordHash: string): Promise<void> {
    const name = `erased-${id}`
    await tx
      .updateTable('accounts_users')
      .set({
        user_name: name,
        user_name_key: name,
        email: `${name}@erased.invalid`,
        email_key: `${name}@erased.invalid`,
        phone: null,
        phone_proven_at: null,
        password_hash: passwordHash,
        status: 'closed',
        country: null,
        totp_secret: null,
        totp_enabled: false,
        preferences: '{}',
      })
      .where('id', '=', id)
      .execute()
  }

  /** Notes the resets of the last 24 hours, the oldest first; the last is the one that is being made. */
  async setDemoResets(tx: Tx, id: string, resets: readonly Date[]): Promise<void> {
    await tx
      .updateTable('accounts_users')
      .set({ demo_resets: [...resets], demo_reset_at: resets.at(-1) ?? null })
      .where('id', '=', id)
      .execute()
  }

  /** Sets the country of residence, as stated or proved. */
  async setCountry(tx: Tx, id: string, country: string): Promise<void> {
    await tx.updateTable('accounts_users').set({ country }).where('id', '=', id).execute()
  }

  async setSettings(
    tx: Tx,
    id: string,
    language: string,
    preferences: Record<string, string>,
  ): Promise<void> {
    await tx
      .updateTable('accounts_users')
      .set({ language, preferences: JSON.stringify(preferences) })
      .where('id', '=', id)
      .execute()
  }

  async setTotp(
    tx: Tx,
    id: string,
    totp: { secret: Sealed<'accounts_users.totp_secret'> | null; enabled: boolean },
  ): Promise<void> {
    await tx
      .updateTable('accounts_users')
      .set({ totp_secret: totp.secret, totp_enabled: totp.enabled })
      .where('id', '=', id)
      .execute()
  }

  async namesOf(
    ids: readonly string[],
    reader: Kysely<Schema> = this.db.query,
  ): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map()
    const rows = await reader
      .selectFrom('accounts_users')
      .select(['id', 'user_name'])
      .where('id', 'in', ids)
      .execute()
    return new Map(rows.map((row) => [row.id, row.user_name]))
  }

  /** True when this step had not been used: of two tries with one code, one succeeds. */
  async useTotpStep(id: string, step: bigint): Promise<boolean> {
    const { numUpdatedRows } = await this.db.query
      .updateTable('accounts_users')
      .set({ totp_last_step: step })
      .where('id', '=', id)
      .where('totp_last_step', '<', step)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  /** Registered customers: a measured figure of the home page. */
  async count(): Promise<number> {
    const row = await this.db.query
      .selectFrom('accounts_users')
      .select((eb) => eb.fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(row.count)
  }

  /** Counts customers by country of residence; '' counts those whose country is unknown. Closed accounts are left out. */
  async countByCountry(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.db.query
      .selectFrom('accounts_users')
      .select(['country', (eb) => eb.fn.countAll<bigint>().as('count')])
      .where('status', '<>', 'closed')
      .groupBy('country')
      .execute()
    return new Map(rows.map(({ country, count }) => [country ?? '', Number(count)]))
  }

  private async standings(ids: readonly string[]): Promise<Map<string, Standing>> {
    const { rows } = await this.db.pool.query<Standing & { id: string }>({
      name: 'accounts-standings',
      text: 'SELECT id, country, status, own_freeze_at FROM accounts_users WHERE id = ANY ($1::uuid[])',
      values: [ids],
    })
    return new Map(rows.map((row) => [row.id, row]))
  }

  private all(reader: Kysely<Schema> = this.db.query) {
    return reader.selectFrom('accounts_users').selectAll()
  }
}

/** A customer as the wire shows them. */
export const userOf = (row: UserRow): User => ({
  id: row.id,
  userName: row.user_name,
  email: row.email,
  phone: row.phone,
  language: row.language as User['language'],
  kyc: row.kyc,
  kycTier: row.kyc_tier,
  totpEnabled: row.totp_enabled,
  inviteCode: row.invite_code,
  country: row.country,
  createdAt: row.created_at.toISOString(),
})
