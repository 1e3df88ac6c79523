import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AccountEvents } from '../live/account-events.ts'
import type { LoanNotices } from '../loans/loans-deps.ts'
import { keepNotice, noticesNamed } from '../notifications/notices-store.ts'

export interface LoanNoticesParts {
  readonly db: Database
  readonly clock: Clock
  readonly events: Pick<AccountEvents, 'publish'>
  readonly newId: () => string
}

/** Loans' news among the customer's notices, of whichever account they are looking at. */
export function noticesOfLoans({ db, clock, events, newId }: LoanNoticesParts): LoanNotices {
  return {
    keep: async (tx, userId, news) => {
      const at = new Date(clock.now()).toISOString()
      const about = { mode: 'real', code: null, orderId: null, at, read: false } as const
      for (const { kind, once, facts } of news)
        await keepNotice({ query: tx }, userId, once, { ...about, id: newId(), kind, facts })
    },
    push: async (userId, news) => {
      if (news.length === 0) return
      const names = news.map(({ once }) => once)
      for (const notice of await noticesNamed(db, userId, names))
        for (const mode of ['demo', 'real'] as const) events.publish(userId, mode, 'notification', notice)
    },
  }
}
