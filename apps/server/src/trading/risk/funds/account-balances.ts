import type { AccountMode } from '@candor/contract'
import type { AccountRef } from '../../../ledger/ledger.ts'
import type { PositionBook } from '../../engine/book.ts'
import { applyCommittedFunds } from '../../engine/committed-funds.ts'
import type { Account } from '../../engine/position.ts'
import { BalanceSweep } from './balance-sweep.ts'
import { balanceKey, type FundsStore } from './funds-store.ts'

export interface AccountBalancesOptions {
  readonly book: PositionBook
  readonly funds: FundsStore
  /** Resolves when the changes that are being written now are committed. */
  readonly passed: () => Promise<void>
  /** Resolves when no market action is half applied. */
  readonly look: () => Promise<void>
}

/** Keeps the balances of the engine's accounts in step with the database. */
export class AccountBalances {
  /** Rereads balances that another process may have changed without notice, once a second. */
  readonly sweep: BalanceSweep
  private readonly options: AccountBalancesOptions

  constructor(options: AccountBalancesOptions) {
    this.options = options
    const { book, funds } = options
    this.sweep = new BalanceSweep({
      busy: () => book.orders.accounts,
      read: async (accounts) => {
        const read = await funds.of(accounts.map(({ userId }) => userId))
        return new Map(
          accounts.flatMap((account) => {
            const committed = read.get(balanceKey(account.userId, account.mode))
            return committed === undefined ? [] : [[account, committed] as const]
          }),
        )
      },
      apply: (account, committed) => applyCommittedFunds(book, account, committed),
    })
  }

  /**
   * Reads changes that other postings made. While changes of our own are being written, a read may or may not contain them, so it is
   * repeated after their commit.
   */
  async refresh(account: Account): Promise<void> {
    const { book, funds, passed, look } = this.options
    // No cases: reads one account again.
    for (;;) {
      const before = account.version
      const committed = await funds.ofOne(account.userId, account.mode)
      if (account.writing === 0 && account.version === before) {
        applyCommittedFunds(book, account, committed)
        return
      }
      if (account.version >= committed.version) return
      await passed()
      await look()
    }
  }

  /** Returns the account with its balance loaded; reads it on first use. */
  async known(userId: string, mode: AccountMode): Promise<Account> {
    const account = this.options.book.account(userId, mode)
    if (account.balanceMinor === null) await this.refresh(account)
    return account
  }

  /** Returns the account freshly read from the database, including postings of other processes. */
  async reread(userId: string, mode: AccountMode): Promise<Account> {
    const account = this.options.book.account(userId, mode)
    await this.refresh(account)
    return account
  }

  /** Loads the balance of every account with positions or waiting orders. */
  async readAll(): Promise<void> {
    const { book, funds } = this.options
    const { accounts } = book.orders
    const read = await funds.of([...accounts].map(({ userId }) => userId))
    for (const account of accounts) {
      const committed = read.get(balanceKey(account.userId, account.mode))
      if (committed === undefined) throw new Error(`account ${account.userId} trades without money`)
      applyCommittedFunds(book, account, committed)
    }
  }

  /** Rereads customers' accounts that another process posted to. */
  onPosted(accounts: readonly AccountRef[]): void {
    for (const { class: accountClass, owner, asset } of accounts) {
      const account = this.options.book.find(owner, asset === 'DEMO' ? 'demo' : 'real')
      // A failed reading leaves the balance as it was; it is read again with the next turn.
      if (accountClass === 'customer' && account !== null)
        this.refresh(account).catch(() => this.sweep.miss(account))
    }
  }
}
