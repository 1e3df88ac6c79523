import type { Tx } from '../db/database.ts'
import type { BankDeps } from './bank-cards.ts'
import type { FundingDeps } from './funding-deps.ts'

export interface WithdrawalDeps
  extends Omit<FundingDeps, 'customerOf' | 'claimProof'>,
    Pick<BankDeps, 'keys' | 'proveSecondFactor'> {
  /** From accounts: the freeze a customer is under; `onHold`: withdrawals stop too. */
  readonly freezeOf: (
    tx: Tx,
    userId: string,
  ) => Promise<{ readonly placedAt: number; readonly onHold: boolean } | null>
  /** From accounts: whether this is the code mailed for a withdrawal; each call costs an attempt. */
  readonly withdrawalCode: (userId: string, code: string) => Promise<boolean>
  readonly useWithdrawalCode: (tx: Tx, userId: string, code: string) => Promise<boolean>
  readonly mailAddressCode: (
    userId: string,
    to: { readonly id: string; readonly address: string },
  ) => Promise<void>
  readonly redeemAddressCode: (addressId: string, code: string) => Promise<boolean>
}
