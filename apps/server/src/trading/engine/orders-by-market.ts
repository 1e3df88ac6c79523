import type { AccountMode } from '@candor/rules'
import type { Account, Position } from './position.ts'

/** Open positions and waiting orders by market and mode, and the accounts that have any, so that work for one market does not scan the whole book. */
export class OrdersByMarket {
  /** Accounts with a position or an order that waits. */
  readonly accounts: ReadonlySet<Account>
  private readonly busy = new Set<Account>()
  private readonly orders: Readonly<Record<AccountMode, Map<string, Set<Position>>>> = {
    demo: new Map(),
    real: new Map(),
  }

  constructor() {
    this.accounts = this.busy
  }

  add(position: Position): void {
    const { account, market } = position
    this.busy.add(account)
    const orders = this.orders[account.mode]
    const known = orders.get(market.code)
    if (known === undefined) orders.set(market.code, new Set([position]))
    else known.add(position)
  }

  remove(position: Position): void {
    const { account, market } = position
    this.orders[account.mode].get(market.code)?.delete(position)
    if (account.positions.size + account.waiting.size === 0) this.busy.delete(account)
  }

  /** Reports whether accounts of a mode have any order in the market. */
  has(code: string, mode: AccountMode): boolean {
    return (this.orders[mode].get(code)?.size ?? 0) > 0
  }

  /** Reports whether no account has an order in the market. */
  isEmpty(code: string): boolean {
    return !this.has(code, 'demo') && !this.has(code, 'real')
  }

  /** All of a market, in no certain order. */
  of(code: string): Position[] {
    return [...(this.orders.demo.get(code) ?? []), ...(this.orders.real.get(code) ?? [])]
  }
}
