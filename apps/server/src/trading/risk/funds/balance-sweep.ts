import type { CommittedFunds } from '../../commits/commit-row.ts'
import type { Account } from '../../engine/position.ts'

/** Read in one turn; at one turn a second 10 000 accounts are through in 20 s. */
const accountsATurn = 500

export interface BalanceSweepOptions {
  /** Accounts with something open or waiting. */
  readonly busy: () => Iterable<Account>
  /** Reads the current funds of these accounts from the database. */
  readonly read: (accounts: readonly Account[]) => Promise<ReadonlyMap<Account, CommittedFunds>>
  readonly apply: (account: Account, funds: CommittedFunds) => void
}

/**
 * Rereads balances by their version, for changes this process may have missed: a notice was lost, or arrived while the database was away. A
 * stop-out must not use a balance from before a deposit.
 */
export class BalanceSweep {
  private readonly options: BalanceSweepOptions
  /** Accounts whose change was announced but not read. */
  private readonly missed = new Set<Account>()
  /** Accounts that this round has not checked yet. */
  private round: Account[] = []
  private reading: Promise<void> | null = null

  constructor(options: BalanceSweepOptions) {
    this.options = options
  }

  /** A reading of it failed: it comes first in the next turn. */
  miss(account: Account): void {
    this.missed.add(account)
  }

  /** The next accounts; rejects while the database is away, and forgets none of them. */
  turn(): Promise<void> {
    this.reading ??= this.read().finally(() => {
      this.reading = null
    })
    return this.reading
  }

  private async read(): Promise<void> {
    const missed = [...this.missed].slice(0, accountsATurn)
    if (this.round.length === 0) this.round = [...this.options.busy()]
    const next = this.round.slice(0, accountsATurn - missed.length)
    const accounts = [...missed, ...next]
    if (accounts.length === 0) return
    const before = new Map(accounts.map((account) => [account, account.version]))
    const found = await this.options.read(accounts)
    this.round = this.round.slice(next.length)
    for (const account of missed) this.missed.delete(account)
    for (const [account, funds] of found) this.take(account, funds, before.get(account))
  }

  /** While a change of ours is being written a reading may or may not contain it: then it is read once more. */
  private take(account: Account, funds: CommittedFunds, before: bigint | undefined): void {
    if (account.writing === 0 && account.version === before) this.options.apply(account, funds)
    else if (account.version < funds.version) this.missed.add(account)
  }
}
