import type { Kysely } from 'kysely'
import type { WithdrawalCode } from '../../accounts/codes/payout-codes.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { BankDeps } from '../bank-cards/bank-cards.ts'
import type { FundingDeps } from '../funding-deps.ts'

export interface WithdrawalDeps
  extends Omit<FundingDeps, 'customerOf' | 'claimProof'>,
    Pick<BankDeps, 'keys' | 'proveSecondFactor' | 'notifyOfNewPlace'> {
  /** From accounts: the freeze a customer is under, and until when a legal hold stops withdrawals too. */
  readonly freezeOf: (
    db: Kysely<Schema>,
    userId: string,
  ) => Promise<{ readonly since: number; readonly holdUntil: number | null } | null>
  /**
   * Port from the name screening: returns until when a withdrawal waits for a decision; null: it does not wait. `payee`: the
   * owner of the bank account.
   */
  readonly holdOfWithdrawal: (tx: Tx, userId: string, payee: string | null) => Promise<Date | null>
  /** From accounts: whether this is the code mailed for this withdrawal, or for any; each call costs an attempt. */
  readonly withdrawalCode: (userId: string, given: WithdrawalCode) => Promise<boolean>
  readonly useWithdrawalCode: (tx: Tx, userId: string, given: WithdrawalCode) => Promise<boolean>
  readonly mailAddressCode: (
    userId: string,
    to: { readonly id: string; readonly address: string },
  ) => Promise<void>
  readonly redeemAddressCode: (addressId: string, code: string) => Promise<boolean>
}
