import type { paidTradingFees } from '../ledger/reports/paid-fees.ts'
import type { Tx } from '../platform/database/database.ts'

/** Customer data that this module needs, from the accounts module. */
export interface InviteCustomer {
  readonly userName: string
  readonly inviteCode: string
  readonly joinedAt: number
}

/** Customers, and the fees that commissions are paid from. */
export interface InvitesPorts {
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
}
