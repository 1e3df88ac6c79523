import { randomBytes } from 'node:crypto'
import { type ApiKey, type ApiScope, mostApiKeys } from '@candor/contract'
import type { Selectable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { KeyHolder } from '../../platform/http/authenticate.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { RequestBudget } from '../../platform/limits/request-budget.ts'
import { spend } from '../../platform/limits/spend.ts'
import { isUuid } from '../../platform/uuid.ts'
import type { AccountsTables } from '../accounts-tables.ts'
import { hashOfToken } from '../sessions/tokens.ts'

export interface NewApiKey {
  readonly name: string
  readonly scope: ApiScope
  readonly addresses: readonly string[]
}

type KeyRow = Selectable<AccountsTables['accounts_api_keys']>

const form = /^candor_[A-Za-z0-9_-]{43}$/
const startLength = 13
/** The last use is written this often at most. */
const usedEveryMs = 60_000

/** API keys that customers create for their programs. They are stored as hashes and limited in scope, address and rate. */
export class ApiKeys {
  private readonly db: Database
  private readonly clock: Clock
  private readonly budget: RequestBudget

  /** `budget`: how many requests one key may make. */
  constructor(db: Database, clock: Clock, budget: RequestBudget) {
    this.db = db
    this.clock = clock
    this.budget = budget
  }

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
    const key = `candor_${randomBytes(32).toString('base64url')}`
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
        id: uuidv7(),
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

  async revoke(userId: string, id: string): Promise<void> {
    const { numUpdatedRows } = await this.db.query
      .updateTable('accounts_api_keys')
      .set({ revoked_at: new Date(this.clock.now()) })
      .where('user_id', '=', userId)
      .where('id', '=', isUuid(id) ? id : uuidv7())
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new Refusal('notFound')
  }

  async revokeAllOf(tx: Tx, userId: string): Promise<void> {
    await tx
      .updateTable('accounts_api_keys')
      .set({ revoked_at: new Date(this.clock.now()) })
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .execute()
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
    await spend(this.budget, row.id)
    await this.noteUse(row)
    return {
      userId: row.user_id,
      sessionId: row.id,
      scope: row.may_trade ? 'trade' : 'read',
      frozen: row.status === 'frozen',
      country: row.country,
    }
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
