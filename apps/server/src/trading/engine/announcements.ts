import { accountMode, type Notice } from '@candor/contract'
import { ledgerAssetOf } from '../../ledger/account-class.ts'
import type { AccountRef } from '../../ledger/ledger.ts'
import type { CommitOutcome, Effect } from '../commits/effect.ts'
import { noticeOf } from '../orders/order-notices.ts'
import type { Account } from './position.ts'
import type { TradingRuntimeOptions } from './runtime-options.ts'

/** Notifies customers' open tabs of the engine's effects after their commit. */
export class Announcements {
  private readonly options: TradingRuntimeOptions
  /** True while this engine announces its own postings, which it need not read again. */
  underWay = false
  private readonly commitListeners = new Set<() => void>()

  constructor(options: TradingRuntimeOptions) {
    this.options = options
  }

  /** Sends a notice to every open tab of a customer, in both modes. */
  notify(userId: string, notice: Notice): void {
    for (const mode of accountMode.options) this.options.events.publish(userId, mode, 'notification', notice)
  }

  /** Calls `listener` after every commit. It gets nothing of what was committed. Returns the function that ends it. */
  onCommit(listener: () => void): () => void {
    this.commitListeners.add(listener)
    return () => this.commitListeners.delete(listener)
  }

  committed(effects: readonly Effect[], outcomes: readonly CommitOutcome[]): void {
    const touched = new Map<Account, AccountRef>()
    effects.forEach(({ account, shownOrder, relatedChanges, notices, event }, index) => {
      if (outcomes[index]?.done !== true) return
      for (const notice of notices) this.notify(account.userId, noticeOf(notice, account.mode, event.at))
      for (const order of [shownOrder, ...(relatedChanges?.orders ?? [])])
        this.options.events.publish(account.userId, account.mode, 'order', order)
      touched.set(account, { class: 'customer', owner: account.userId, asset: ledgerAssetOf(account.mode) })
    })
    this.underWay = true
    this.options.ledger.announceAccounts([...touched.values()])
    this.underWay = false
    for (const listener of this.commitListeners) listener()
  }
}
