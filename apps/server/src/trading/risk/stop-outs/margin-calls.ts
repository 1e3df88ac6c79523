import type { AccountMode, Notice } from '@candor/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { PositionBook } from '../../engine/book.ts'
import type { Account } from '../../engine/position.ts'
import { marginCallNotice } from './margin-call.ts'

export interface MarginCallsOptions {
  readonly db: Database
  readonly clock: Clock
  /** The engine's number; null in a replay, which stores nothing. */
  readonly fence: bigint | null
  readonly newId: () => string
  /** Notifies the customer's open tabs when the notice is stored. */
  readonly notify: (userId: string, notice: Notice) => void
}

interface Call {
  readonly account: Account
  readonly notice: Notice
}

interface StoredMarginCall {
  readonly user_id: string
  readonly mode: AccountMode
}

/**
 * Writes margin calls: one notice for each fall below the level, also when another engine takes over. The call is stored with the notice and
 * deleted when the account is above the level again.
 */
export class MarginCalls {
  private readonly options: MarginCallsOptions
  private waiting: Call[] = []
  /** Accounts whose call the database knows. */
  private readonly recorded = new Set<Account>()
  private writing: Promise<void> | null = null

  constructor(options: MarginCallsOptions) {
    this.options = options
  }

  /** Loads the calls made before this engine led. An account without positions is not below the level. */
  async load(book: PositionBook): Promise<void> {
    const rows = await this.options.db.query
      .selectFrom('orders_margin_calls')
      .select(['user_id', 'mode'])
      .execute()
    const over = rows.filter(({ user_id, mode }) => {
      const account = book.find(user_id, mode)
      if (account === null || account.positions.size === 0) return true
      book.setCalled(account, true)
      this.recorded.add(account)
      return false
    })
    if (over.length > 0) await this.send([], over)
  }

  call(account: Account, equityMinor: bigint): void {
    const { fence, newId, clock, notify } = this.options
    const notice = marginCallNotice(account, equityMinor, newId(), clock.now())
    if (fence === null) {
      notify(account.userId, notice)
      return
    }
    this.waiting.push({ account, notice })
    // What fails now is written with the next second.
    this.write().catch(() => undefined)
  }

  /** Writes new calls and accounts above the level again. Rejects when the database is away, and retries them the next time. */
  write(): Promise<void> {
    this.writing ??= this.run().finally(() => {
      this.writing = null
    })
    return this.writing
  }

  private async run(): Promise<void> {
    for (;;) {
      const calls = this.waiting.splice(0)
      const called = new Set(calls.map(({ account }) => account))
      const over = [...this.recorded].filter((account) => !account.called && !called.has(account))
      if (calls.length === 0 && over.length === 0) return
      try {
        await this.send(calls, over.map(keyOf))
      } catch (error) {
        this.waiting = [...calls, ...this.waiting]
        throw error
      }
      for (const account of over) this.recorded.delete(account)
      for (const { account, notice } of calls) {
        this.recorded.add(account)
        this.options.notify(account.userId, notice)
      }
    }
  }

  private async send(calls: readonly Call[], over: readonly StoredMarginCall[]): Promise<void> {
    await this.options.db.pool.query({
      name: 'orders-margin-call',
      text: 'SELECT orders_margin_call($1, $2, $3)',
      values: [this.options.fence, JSON.stringify(calls.map(rowOf)), JSON.stringify(over)],
    })
  }
}

const keyOf = ({ userId, mode }: Account): StoredMarginCall => ({ user_id: userId, mode })

/** As `notifications_keep` takes it. */
const rowOf = ({ account, notice }: Call) => ({
  ...keyOf(account),
  id: notice.id,
  kind: notice.kind,
  once: `marginCall:${notice.id}`,
  code: null,
  order_id: null,
  at: Date.parse(notice.at),
  facts: notice.facts,
})
