import type { Account } from '../engine/position.ts'

/** A quote, or what the clock brings, on its way through the accounts; it may be interrupted after each step. */
export interface Walk {
  /** Accounts it has still to come to. */
  readonly pending: { has(account: Account): boolean }
  readonly steps: Iterator<unknown>
}

/** The walk of a quote that decides nothing. */
export const noWalk: Walk = { pending: new Set<Account>(), steps: [].values() }

/** One walk, then another that begins where the first ends: until then each account is waited for. */
export function inARow(first: Walk, begin: () => Walk): Walk {
  let second: Walk | null = null
  function* steps() {
    while (first.steps.next().done !== true) yield
    second = begin()
    while (second.steps.next().done !== true) yield
  }
  return { pending: { has: (account) => second === null || second.pending.has(account) }, steps: steps() }
}
