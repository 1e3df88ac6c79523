import { accountKey } from './encode-postings.ts'
import type { AccountRef } from './ledger.ts'
import type { AccountId } from './posting-types.ts'

/** Runs a statement somewhere: on the pool, or within a transaction. */
export type RunStatement = <Row>(text: string, values: readonly unknown[]) => Promise<readonly Row[]>

const limit = 500_000

/** Accounts are never removed and keep their id, so what was once committed may be remembered. */
export class AccountIds {
  private readonly ids = new Map<string, AccountId>()
  private readonly refs = new Map<bigint, AccountRef>()

  known(account: AccountRef): AccountId | null {
    return this.ids.get(accountKey(account)) ?? null
  }

  /** The ids of `accounts` by key, read where they are not known yet; `keep` only what is certainly committed. */
  async find(
    accounts: readonly AccountRef[],
    run: RunStatement,
    keep: boolean,
  ): Promise<(account: AccountRef) => AccountId | null> {
    const missing = accounts.filter((account) => !this.ids.has(accountKey(account)))
    if (missing.length === 0) return (account) => this.known(account)
    const rows = await run<{ id: AccountId } & AccountRef>(
      `SELECT a.id, a.class, a.owner, a.asset FROM ledger_accounts a
         JOIN unnest($1::text[], $2::text[], $3::text[]) u (owner, class, asset) USING (owner, class, asset)`,
      [missing.map((a) => a.owner), missing.map((a) => a.class), missing.map((a) => a.asset)],
    )
    const found = new Map(rows.map((row) => [accountKey(row), row.id]))
    if (keep) this.remember(rows)
    return (account) => this.known(account) ?? found.get(accountKey(account)) ?? null
  }

  /** The accounts of `ids`, which exist. */
  async refsOf(ids: readonly bigint[], run: RunStatement): Promise<AccountRef[]> {
    const missing = ids.filter((id) => !this.refs.has(id))
    const rows =
      missing.length === 0
        ? []
        : await run<{ id: AccountId } & AccountRef>(
            'SELECT id, class, owner, asset FROM ledger_accounts WHERE id = ANY ($1::bigint[])',
            [missing.map(String)],
          )
    const read = new Map<bigint, AccountRef>(rows.map((row) => [row.id, refOf(row)]))
    return ids.flatMap((id) => this.refs.get(id) ?? read.get(id) ?? [])
  }

  private remember(rows: readonly ({ id: AccountId } & AccountRef)[]): void {
    if (this.ids.size + rows.length > limit) {
      this.ids.clear()
      this.refs.clear()
    }
    for (const row of rows) {
      this.ids.set(accountKey(row), row.id)
      this.refs.set(row.id, refOf(row))
    }
  }
}

const refOf = (row: AccountRef): AccountRef => ({ class: row.class, owner: row.owner, asset: row.asset })
