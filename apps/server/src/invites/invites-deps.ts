import type { NoticeKind } from '@candor/contract'
import type { Clock } from '../clock.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { paidTradingFees } from '../ledger/paid-fees.ts'
import type { ParameterKey } from '../parameters/defaults.ts'
import type { Json } from '../parameters/json.ts'

/** Something an inviter is told, once ever by its name. */
export interface InviteNews {
  readonly kind: Extract<NoticeKind, `invite${string}`>
  readonly once: string
  readonly facts: Readonly<Record<string, string>>
}

/** The customer's notices; another room keeps them. */
export interface InviteNotices {
  /** Within the transaction of what is told. */
  keep(tx: Tx, userId: string, news: readonly InviteNews[]): Promise<void>
  /** Once it has committed: to every open tab. */
  push(userId: string, news: readonly InviteNews[]): Promise<void>
}

/** What this room knows of a customer; the accounts room answers. */
export interface InviteCustomer {
  readonly userName: string
  readonly inviteCode: string
  readonly joinedAt: number
}

export interface InvitesDeps {
  readonly db: Database
  readonly clock: Clock
  readonly ledger: Ledger
  readonly parameters: {
    value(key: ParameterKey): Promise<Json>
    highestSince(key: ParameterKey, sinceMs: number): Promise<string>
  }
  readonly customers: {
    byId(userId: string): Promise<InviteCustomer>
    /** Whose code it is; null: nobody's. */
    idOfCode(code: string): Promise<string | null>
    namesOf(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  }
  readonly paidFees: typeof paidTradingFees
  /** The beginning of the first day (UTC) of which nobody's VIP rebate was written down yet; a day that is not over is one. */
  readonly rebatesOwedUntil: (now: number) => Promise<number>
  /** Which of these customers a rebate of a day before that is still owed to. */
  readonly owedRebatesOf: (tx: Tx, userIds: readonly string[]) => Promise<ReadonlySet<string>>
  readonly notices: InviteNotices
  readonly newId: () => string
}
