import type { MonitoredTransaction, TransactionKind } from '@candor/rules'
import type { CaseInHand, CaseRef } from '../back-office/cases/cases.ts'
import type { Operator } from '../back-office/operators/operator.ts'
import type { Reader, Tx } from '../platform/database/database.ts'

/** A stretch of one customer's time, in epoch ms. */
export interface CustomerStretch {
  readonly userId: string
  readonly fromMs: number
  readonly untilMs: number
}

/** Place of a transaction in the order of customers, times and kinds. */
export interface TransactionKey {
  readonly userId: string
  readonly at: number
  readonly kind: TransactionKind
  readonly id: string
}

export interface ListedTransaction extends TransactionKey {
  readonly userName: string
  /** Time of its credit, if it was credited; else of its request. */
  readonly lastEventAt: number
}

export interface TransactionPage {
  readonly fromMs: number
  /** Without this moment. */
  readonly untilMs: number
  readonly after: TransactionKey | null
  readonly limit: number
}

/** Reads deposits and withdrawals from funding. */
export interface TransactionSources {
  /** Lists requests of a span of time by customer and time, the oldest first. */
  page(reader: Reader, page: TransactionPage): Promise<readonly ListedTransaction[]>
  /**
   * Reads customers' transactions that were requested after `fromMs` and until `untilMs`, by customer, each list sorted as
   * `compareTransactions` does. A customer is named once.
   */
  of(
    reader: Reader,
    stretches: readonly CustomerStretch[],
  ): Promise<ReadonlyMap<string, readonly MonitoredTransaction[]>>
}

/** A deposit or withdrawal that was just requested or credited, in the transaction that stores it. */
export interface NewEvent {
  readonly kind: TransactionKind
  readonly id: string
  readonly userId: string
  /** Time of the request. */
  readonly requestedAt: number
  readonly stage: 'requested' | 'credited'
  readonly at: number
}

/** Applies the rules in force to an event and stores its hits. It refuses nothing. */
export type MonitorTransaction = (tx: Tx, event: NewEvent) => Promise<void>

/** Transactions and trading that rules are applied to, and the claimed case that hits are shown for. */
export interface MonitoringPorts {
  readonly transactions: TransactionSources
  /** Adds up what was traded with real money in each stretch, in their order; in USDT's smallest unit. */
  readonly traded: (reader: Reader, stretches: readonly CustomerStretch[]) => Promise<readonly bigint[]>
  readonly caseInHand: (ref: CaseRef, view: string, operator: Operator) => Promise<CaseInHand>
}
