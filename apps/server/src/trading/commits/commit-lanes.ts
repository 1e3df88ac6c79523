import type { Account } from '../engine/position.ts'
import type { Effect } from './effect.ts'

/** Largest share of a batch that awaited effects may take, so that the rest is written too however many customers wait. */
const awaitedShare = 0.75

/**
 * Effects that wait to be written, in two lanes. After a mass stop-out, effects that a customer waits for pass the thousands that no
 * customer waits for. Effects of one account stay in the order in which they were decided, whichever lane they are in.
 */
export class CommitLanes<Item extends { readonly effect: Pick<Effect, 'account' | 'isAwaited'> }> {
  private awaited: Item[] = []
  private others: Item[] = []
  /** Number of an account's effects in the other lane. */
  private readonly behind = new Map<Account, number>()

  get length(): number {
    return this.awaited.length + this.others.length
  }

  add(item: Item): void {
    const { account, isAwaited } = item.effect
    const behind = this.behind.get(account) ?? 0
    if (isAwaited && behind === 0) {
      this.awaited.push(item)
      return
    }
    this.others.push(item)
    this.behind.set(account, behind + 1)
  }

  /** The next batch, of at most so many. */
  take(most: number): Item[] {
    const first = this.awaited.splice(0, Math.max(most - this.others.length, Math.ceil(most * awaitedShare)))
    // What is left of an account in the first lane was decided before what it has in the other.
    const left = new Set(this.awaited.map(({ effect }) => effect.account))
    const blocked = left.size === 0 ? -1 : this.others.findIndex(({ effect }) => left.has(effect.account))
    const free = Math.min(most - first.length, blocked === -1 ? this.others.length : blocked)
    const rest = this.others.splice(0, free)
    for (const { effect } of rest) this.leave(effect.account)
    return [...first, ...rest]
  }

  /** All of them. */
  takeAll(): Item[] {
    this.behind.clear()
    return [...this.awaited.splice(0), ...this.others.splice(0)]
  }

  /** Takes out those that `isWanted` selects, in their order. */
  takeWhere(isWanted: (item: Item) => boolean): Item[] {
    const wanted = new Set([...this.awaited, ...this.others].filter(isWanted))
    for (const item of this.others) if (wanted.has(item)) this.leave(item.effect.account)
    this.awaited = this.awaited.filter((item) => !wanted.has(item))
    this.others = this.others.filter((item) => !wanted.has(item))
    return [...wanted]
  }

  private leave(account: Account): void {
    const behind = (this.behind.get(account) ?? 0) - 1
    if (behind <= 0) this.behind.delete(account)
    else this.behind.set(account, behind)
  }
}
