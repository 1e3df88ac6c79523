import { type ApiKey, type ApiScope, mostApiKeys } from '@candor/contract'
import type { Kysely, Selectable } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { evictOldest } from '../../platform/evict-oldest.ts'
import type { KeyHolder } from '../../platform/http/authenticate.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { RequestBudget } from '../../platform/limits/request-budget.ts'
import { spend } from '../../platform/limits/spend.ts'
import { newId } from '../../platform/new-id.ts'
import { isUuid } from '../../platform/uuid.ts'
import type { AccountsTables } from '../accounts-tables.ts'
import { hashOfToken, type Tokens } from '../sessions/tokens.ts'

export interface NewApiKey {
  readonly name: string
  readonly scope: ApiScope
  readonly addresses: readonly string[]
}

type KeyRow = Selectable<AccountsTables['accounts_api_keys']>

const prefix = 'candor_'
const form = /^candor_[A-Za-z0-9_-]{43}$/
const startLength = 13
/** The last use is written this often at most. */
const usedEveryMs = 60_000
const mostServed = 10_000

export interface ApiKeysOptions {
  readonly db: Database
  readonly clock: Clock
  /** Limits the requests of one key. */
  readonly budget: RequestBudget
  /** Makes keys that only this installation can issue. */
  readonly tokens: Tokens
}

/** API keys that customers create for their programs. They are stored as hashes and limited in scope, address and rate. */
export class ApiKeys {
  private readonly db: Database
  private readonly clock: Clock
  private readonly budget: RequestBudget
  private readonly tokens: Tokens
  /** Keys of earlier releases, which nothing distinguishes from invented ones, once they were valid in this process. */
  private readonly served = new Set<string>()

  constructor({ db, clock, budget, tokens }: ApiKeysOptions) {
    this.db = db
    this.clock = clock
    this.budget = budget
    this.tokens = tokens
  }

  /** Checks without a query whether this installation issued a key. One of an earlier release is recognized once it was valid here. */
  recognizes = (key: string): boolean => this.isMarked(key) || this.served.has(key)

  async listOf(userId: string): Promise<ApiKey[]> {
    const rows = await this.db.query
      .selectFrom('accounts_api_keys')
      .selectAll()
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .orderBy('created_at', 'desc')
      .execute()
    return rows.map(shown)
  }

  /** Creates a key, which only this response shows. Refuses `invalidInput` at `name` for a customer who has ten. */
  async make(
    tx: Tx,
    userId: string,
    { name, scope, addresses }: NewApiKey,
  ): Promise<ApiKey & { readonly key: string }> {
    const key = `${prefix}${this.tokens.mint()}`
    // Two concurrent requests wait for each other at the customer's row.
    await tx.selectFrom('accounts_users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    const { count } = await tx
      .selectFrom('accounts_api_keys')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (count >= mostApiKeys)
      throw new Refusal('invalidInput', { issues: [{ path: 'name', code: 'tooMany' }] })
    const row = await tx
      .insertInto('accounts_api_keys')
      .values({
        id: newId(),
        user_id: userId,
        name,
        start: key.slice(0, startLength),
        key_hash: hashOfToken(key),
        may_trade: scope === 'trade',
        addresses: [...addresses],
        created_at: new Date(this.clock.now()),
        last_used_at: null,
        revoked_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return { ...shown(row), key }
  }

  /** Refuses `notFound` for a key that is not theirs or was revoked already. */
  async revoke(userId: string, id: string): Promise<void> {
    if (!(await this.end(this.db.query, userId, id))) throw new Refusal('notFound')
  }

  /** False for a key that is not theirs or was revoked already. */
  async end(db: Kysely<Schema>, userId: string, id: string): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('accounts_api_keys')
      .set({ revoked_at: new Date(this.clock.now()) })
      .where('user_id', '=', userId)
      .where('id', '=', isUuid(id) ? id : newId())
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  /** Returns the ids of the keys that are not revoked. */
  async idsOf(tx: Tx, userId: string): Promise<string[]> {
    const rows = await tx
      .selectFrom('accounts_api_keys')
      .select('id')
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .execute()
    return rows.map(({ id }) => id)
  }

  /** Returns the ids of the revoked keys. */
  async revokeAllOf(tx: Tx, userId: string): Promise<string[]> {
    const rows = await tx
      .updateTable('accounts_api_keys')
      .set({ revoked_at: new Date(this.clock.now()) })
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .returning('id')
      .execute()
    return rows.map(({ id }) => id)
  }

  /**
   * Returns the holder of a key used from `address`. Under the owner's own freeze it opens nothing. Under the operator's it allows what
   * both a frozen customer may do and the key's scope covers: reading, closing and cancelling (ADR-166).
   */
  authenticate = async (key: string, address: string): Promise<KeyHolder | 'ended' | 'forged'> => {
    if (!form.test(key)) return 'forged'
    const row = await this.db.query
      .selectFrom('accounts_api_keys as k')
      .innerJoin('accounts_users as u', 'u.id', 'k.user_id')
      .selectAll('k')
      .select(['u.status', 'u.own_freeze_at', 'u.country'])
      .where('k.key_hash', '=', hashOfToken(key))
      .executeTakeFirst()
    if (row === undefined) return 'forged'
    if (row.revoked_at !== null || row.own_freeze_at !== null || row.status === 'closed') return 'ended'
    if (row.addresses.length > 0 && !row.addresses.includes(address)) return 'ended'
    const standing = await spend(this.budget, row.id)
    await this.noteUse(row)
    this.noteServed(key)
    return {
      userId: row.user_id,
      sessionId: row.id,
      scope: row.may_trade ? 'trade' : 'read',
      frozen: row.status === 'frozen',
      country: row.country,
      standing,
    }
  }

  private isMarked(key: string): boolean {
    return key.startsWith(prefix) && this.tokens.isOurs(key.slice(prefix.length))
  }

  private noteServed(key: string): void {
    if (this.recognizes(key)) return
    evictOldest(this.served, mostServed)
    this.served.add(key)
  }

  private async noteUse({ id, last_used_at: last }: KeyRow): Promise<void> {
    const now = this.clock.now()
    if (last !== null && now - last.getTime() < usedEveryMs) return
    await this.db.query
      .updateTable('accounts_api_keys')
      .set({ last_used_at: new Date(now) })
      .where('id', '=', id)
      .execute()
  }
}

const shown = (row: KeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  start: row.start,
  scope: row.may_trade ? 'trade' : 'read',
  addresses: row.addresses,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})
