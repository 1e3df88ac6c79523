import type { AccountsDeps } from '../accounts/accounts-deps.ts'
import { changeTold } from '../accounts/change-told.ts'
import { proveSecondFactor } from '../accounts/set-second-factor.ts'
import type { BankDeps } from '../funding/bank-cards.ts'
import { type ConversionParts, openConversions } from './open-conversions.ts'
import { type FundingParts, openFunding } from './open-funding.ts'
import type { openIdentity } from './open-identity.ts'
import { openWithdrawals, type WithdrawalParts } from './open-withdrawals.ts'

type FromHere =
  | 'readFile'
  | 'claimProof'
  | 'keys'
  | 'proveSecondFactor'
  | 'newPlaceTold'
  | 'chains'
  | 'valueInUsdt'

type PaymentsParts = Omit<FundingParts, FromHere> &
  Omit<ConversionParts, FromHere> &
  Omit<WithdrawalParts, FromHere> & {
    readonly accounts: AccountsDeps
    readonly identity: Pick<ReturnType<typeof openIdentity>, 'files' | 'keys'>
  }

/** Opens the ways of customers' money in and out: deposits, conversions, withdrawals. */
export async function openPayments({ identity, accounts, ...parts }: PaymentsParts) {
  const { files, keys } = identity
  const places: Pick<BankDeps, 'keys' | 'proveSecondFactor' | 'newPlaceTold'> = {
    keys,
    proveSecondFactor: (totp, caller) => proveSecondFactor(accounts, totp, caller),
    newPlaceTold: (userId, make) => changeTold(accounts, userId, make),
  }
  const funding = await openFunding({
    ...parts,
    readFile: (fileId) => files.read(fileId),
    claimProof: (tx, userId, fileId) => files.claim(tx, userId, fileId, 'deposit', 'proof'),
  })
  const conversions = await openConversions({ ...parts, ...places })
  const withdrawals = await openWithdrawals({ ...funding, ...parts, ...places, accounts })
  return {
    chains: funding.chains,
    tellReleased: withdrawals.tellReleased,
    handlers: { ...funding.handlers, ...conversions.handlers, ...withdrawals.handlers },
    jobs: [...funding.jobs, ...withdrawals.jobs],
  }
}
