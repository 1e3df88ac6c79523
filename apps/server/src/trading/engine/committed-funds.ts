import type { CommittedBalance, CommittedFunds } from '../commits/commit-row.ts'
import { type CommitOutcome, type Effect, isRefusedByDatabase } from '../commits/effect.ts'
import type { PositionBook } from './book.ts'
import type { Account } from './position.ts'

/** Undoes in memory what the database refused. */
export function undoRefused(effects: readonly Effect[], outcomes: readonly CommitOutcome[]): void {
  effects.forEach(({ account, balanceDeltaMinor, undo }, index) => {
    const outcome = outcomes[index]
    if (outcome === undefined || outcome.done) return
    // Unlike another refusal, this one comes without the balance that the account has.
    if (isRefusedByDatabase(outcome) && account.balanceMinor !== null)
      account.balanceMinor -= balanceDeltaMinor
    if (!('refused' in outcome && outcome.refused === 'void')) undo?.()
  })
}

/** Applies committed balances to the accounts in memory; changes that are still being written are added to them. */
export function applyCommitted(
  book: PositionBook,
  effects: readonly Effect[],
  balances: readonly CommittedBalance[],
): void {
  for (const { account, balanceDeltaMinor } of effects) {
    account.inflightMinor -= balanceDeltaMinor
    account.writing -= 1
  }
  for (const committed of balances) {
    if (committed.class !== 'customer') continue
    const account = book.find(committed.owner, committed.asset === 'DEMO' ? 'demo' : 'real')
    if (account !== null) applyCommittedFunds(book, account, committed)
  }
}

/** Sets an account's balance and `heldOther` as committed, by this process or another; an older version changes nothing. */
export function applyCommittedFunds(book: PositionBook, account: Account, committed: CommittedFunds): void {
  if (committed.version < account.version) return
  const balance = committed.balanceMinor + account.inflightMinor
  const changed = balance !== account.balanceMinor || committed.heldOtherMinor !== account.heldOtherMinor
  account.version = committed.version
  account.balanceMinor = balance
  account.heldOtherMinor = committed.heldOtherMinor
  if (changed && account.positions.size > 0) book.unguarded.add(account)
}
