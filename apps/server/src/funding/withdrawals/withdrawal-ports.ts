import type { AssetCode } from '@candor/money'
import type { PayoutCodes } from '../../accounts/codes/payout-codes.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import type { MonitorTransaction } from '../../transaction-monitoring/monitoring-ports.ts'
import type { BankPorts } from '../bank-cards/payout-places.ts'
import type { Chains } from '../chain/chain.ts'

/** Decides whether a withdrawal may go now, and how many people review it. */
export interface WithdrawalChecks {
  isVerified(userId: string): Promise<boolean>
  /** Returns the freeze a customer is under, and until when a legal hold stops withdrawals too. */
  freezeOf(
    db: Reader,
    userId: string,
  ): Promise<{ readonly since: number; readonly holdUntil: number | null } | null>
  /**
   * Compares names with the lists, and returns until when a withdrawal waits for a decision; null: it does not wait. `payee`: the
   * owner of the bank account.
   */
  holdOf(tx: Tx, userId: string, payee: string | null): Promise<Date | null>
  /** Values this amount of a coin now in USDT's smallest unit, rounded up; null: no price. */
  valueInUsdt(coin: AssetCode, minor: bigint): bigint | null
  readonly monitor: MonitorTransaction
}

/** Payout places and their codes, and what withdrawals are checked against before and after they are sent. */
export interface WithdrawalPorts extends BankPorts {
  readonly codes: PayoutCodes
  readonly checks: WithdrawalChecks
  readonly chains: Chains
}
