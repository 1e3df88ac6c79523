import type { NoticeKind } from '@candor/contract'
import type { ClockedDatabase, Tx } from '../platform/database/database.ts'
import type { AccountEvents } from '../platform/websocket/account-events.ts'
import { keepNotice, noticesNamed } from './notices-store.ts'

/** A module's notice to a customer; its name makes it unique. */
export interface News {
  readonly kind: NoticeKind
  readonly once: string
  readonly facts: Readonly<Record<string, string>>
}

export interface CustomerNotices {
  /** Stores notices within the transaction of their event. */
  keep(tx: Tx, userId: string, news: readonly News[]): Promise<void>
  /** Pushes notices to every open tab after the commit. */
  push(userId: string, news: readonly News[]): Promise<void>
}

/** Stores a module's notices of the real account, and pushes them to whichever account the customer has open. */
export function customerNotices(
  { db, clock }: ClockedDatabase,
  events: AccountEvents,
  newId: () => string,
): CustomerNotices {
  return {
    keep: async (tx, userId, news) => {
      const at = new Date(clock.now()).toISOString()
      const about = { mode: 'real', code: null, orderId: null, at, read: false } as const
      for (const { kind, once, facts } of news)
        await keepNotice(tx, userId, once, { ...about, id: newId(), kind, facts })
    },
    push: async (userId, news) => {
      if (news.length === 0) return
      const names = news.map(({ once }) => once)
      for (const notice of await noticesNamed(db, userId, names))
        for (const mode of ['demo', 'real'] as const) events.publish(userId, mode, 'notification', notice)
    },
  }
}
