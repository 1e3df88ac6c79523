import type { NoticeKind } from '@candor/contract'
import type { Kysely } from 'kysely'
import type { ParameterKey } from '../back-office/parameters/defaults.ts'
import type { Json } from '../back-office/parameters/json.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { paidTradingFees } from '../ledger/reports/paid-fees.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import type { Schema } from '../platform/database/schema.ts'

/** Notice to an inviter; its name makes it unique. */
export interface InviteNews {
  readonly kind: Extract<NoticeKind, `invite${string}`>
  readonly once: string
  readonly facts: Readonly<Record<string, string>>
}

/** The customer's notices, stored by another module. */
export interface InviteNotices {
  /** Stores notices within the transaction of their event. */
  keep(tx: Tx, userId: string, news: readonly InviteNews[]): Promise<void>
  /** Pushes notices to every open tab after the commit. */
  push(userId: string, news: readonly InviteNews[]): Promise<void>
}

/** Customer data that this module needs, from the accounts module. */
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
    highestSince(db: Kysely<Schema>, key: ParameterKey, sinceMs: number): Promise<string>
  }
  readonly customers: {
    byId(userId: string): Promise<InviteCustomer>
    /** Returns the customer of a code; null: none. */
    idOfCode(code: string): Promise<string | null>
    namesOf(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  }
  readonly paidFees: typeof paidTradingFees
  /** Returns the start of the first day (UTC) whose VIP rebates are not recorded; today counts as one. */
  readonly rebatesOwedUntil: (now: number) => Promise<number>
  /** Returns those of these customers who are still owed a rebate of a day before that. */
  readonly owedRebatesOf: (tx: Tx, userIds: readonly string[]) => Promise<ReadonlySet<string>>
  readonly notices: InviteNotices
  readonly newId: () => string
}
