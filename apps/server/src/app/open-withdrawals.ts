import { assetCodes } from '@candor/money'
import type { AccountsDeps } from '../accounts/accounts-deps.ts'
import { freezeOf, isOnHold } from '../accounts/freezes.ts'
import { payoutCodes } from '../accounts/payout-codes.ts'
import type { Console } from '../back-office/operators/console.ts'
import { lookAtPayouts } from '../funding/look-at-payouts.ts'
import { tellReleased } from '../funding/move-withdrawal.ts'
import { withdrawalCases } from '../funding/review-withdrawal.ts'
import type { WithdrawalDeps } from '../funding/withdrawal-deps.ts'
import { withdrawalHandlers } from '../funding/withdrawal-routes.ts'
import { house } from '../ledger/ledger.ts'
import type { Job } from '../platform/jobs/timetable.ts'

type FromAccounts =
  | 'freezeOf'
  | 'withdrawalCode'
  | 'useWithdrawalCode'
  | 'mailAddressCode'
  | 'redeemAddressCode'

export interface WithdrawalParts extends Omit<WithdrawalDeps, FromAccounts> {
  readonly accounts: AccountsDeps
  readonly console: Console
}

const lookEveryMs = 5_000

/** Withdrawals: their calls, their queue, and the job that looks whether they arrived. */
export async function openWithdrawals({ accounts, console, ...parts }: WithdrawalParts) {
  await parts.ledger.open(
    assetCodes.flatMap((asset) =>
      (['world', 'fee-revenue'] as const).map((name) => ({ class: name, owner: house, asset })),
    ),
  )
  const deps: WithdrawalDeps = {
    ...parts,
    ...payoutCodes(accounts),
    freezeOf: async (tx, userId) => {
      const freeze = await freezeOf(tx, userId)
      if (freeze === null) return null
      const onHold = isOnHold(freeze, parts.clock.now())
      return {
        since: freeze.since.getTime(),
        holdUntil: onHold ? (freeze.legalHoldUntil?.getTime() ?? null) : null,
      }
    },
  }
  console.registerCaseKind(withdrawalCases(deps))
  const jobs: readonly Job[] = [
    { name: 'look-at-payouts', everyMs: lookEveryMs, run: () => lookAtPayouts(deps) },
  ]
  return {
    jobs,
    handlers: withdrawalHandlers(deps),
    tellReleased: (userId: string) => tellReleased(deps, userId),
  }
}
