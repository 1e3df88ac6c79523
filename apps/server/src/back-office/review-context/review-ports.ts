import type { RelatedAccount, RelationKind } from '@candor/contract'
import type { AssetCode } from '@candor/money'
import type { CaseInHand, CaseRef } from '../cases/cases.ts'
import type { Operator } from '../operators/operator.ts'

/** One thing that another account has in common with a customer. */
export interface Relation {
  readonly userId: string
  readonly by: RelationKind
  readonly what: string | null
  readonly at: Date
}

/**
 * From the module that keeps it: what other accounts have in common with this customer. Of one device or address, `mostSharing` and one
 * more are enough to say that it is shared by many.
 */
export type RelationFinder = (userId: string) => Promise<readonly Relation[]>

/** Money of a customer that moved at a moment, in the coin's smallest unit. */
export interface MovedMoney {
  readonly asset: AssetCode
  readonly minor: bigint
  readonly at: Date
}

/** A stretch of time, without its end. */
export interface Stretch {
  readonly from: Date
  readonly until: Date
}

export interface PaidOut extends MovedMoney {
  readonly id: string
  readonly to: string
  readonly status: string
}

/** Traded on one day (UTC) of the real account, in USDT's smallest unit. */
export interface TradedDay {
  readonly day: string
  readonly tradedMinor: bigint
  readonly resultMinor: bigint
}

/** Reads a customer's money from funding and trading. */
export interface MoneySources {
  readonly accountOpenedAt: (userId: string) => Promise<Date>
  /** Credited ones, the newest first. */
  readonly deposits: (userId: string, stretch: Stretch) => Promise<readonly MovedMoney[]>
  /** The latest credited one before this moment; null: none. */
  readonly lastDeposit: (userId: string, before: Date) => Promise<MovedMoney | null>
  /** All that were asked for, the newest first. */
  readonly withdrawals: (userId: string, stretch: Stretch) => Promise<readonly PaidOut[]>
  readonly conversions: (
    userId: string,
    stretch: Stretch,
  ) => Promise<readonly { readonly gave: MovedMoney; readonly got: MovedMoney }[]>
  readonly traded: (userId: string, stretch: Stretch) => Promise<readonly TradedDay[]>
  /** Place that this withdrawal goes to; null: it was erased. */
  readonly payoutOf: (
    withdrawalId: string,
  ) => Promise<{ readonly what: string; readonly addedAt: Date } | null>
}

/** The claimed case, the modules that know customers, and their accounts. */
export interface ReviewPorts {
  readonly caseInHand: (ref: CaseRef, view: string, operator: Operator) => Promise<CaseInHand>
  readonly finders: readonly RelationFinder[]
  readonly accountsOf: (userIds: readonly string[]) => Promise<readonly Omit<RelatedAccount, 'shared'>[]>
  readonly money: MoneySources
}
