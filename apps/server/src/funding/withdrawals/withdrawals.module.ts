import { assetCodes } from '@candor/money'
import { house } from '../../ledger/ledger.ts'
import { defineModule, type ServerContext } from '../../module.ts'
import { erasePayouts } from './erase-payouts.ts'
import { lookAtPayouts } from './look-at-payouts.ts'
import { tellReleased } from './move-withdrawal.ts'
import { withdrawalCases } from './review-withdrawal.ts'
import type { WithdrawalDeps } from './withdrawal-deps.ts'
import { withdrawalHandlers } from './withdrawal-routes.ts'

const lookEveryMs = 5_000

/** Withdrawals: their calls, their queue, and the job that looks whether they arrived. */
export const withdrawalsModule = defineModule({
  name: 'withdrawals',
  accounts: assetCodes.flatMap((asset) =>
    (['world', 'fee-revenue'] as const).map((name) => ({ class: name, owner: house, asset })),
  ),
  open: (context: ServerContext, ports: Omit<WithdrawalDeps, keyof ServerContext>) => {
    const deps: WithdrawalDeps = { ...context, ...ports }
    return {
      handlers: withdrawalHandlers(deps),
      backOffice: { cases: [withdrawalCases(deps)] },
      jobs: [{ name: 'look-at-payouts', everyMs: lookEveryMs, run: () => lookAtPayouts(deps) }],
      eraseCustomer: (tx, userId) => erasePayouts(tx, userId),
      tellReleased: (userId: string) => tellReleased(deps, userId),
    }
  },
})
