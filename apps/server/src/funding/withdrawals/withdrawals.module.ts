import { withdrawalCalls } from '@candor/contract'
import { assetCodes } from '@candor/money'
import { minuteMs } from '@candor/rules/time-units.ts'
import { house } from '../../ledger/ledger.ts'
import { defineModule, type ServerContext } from '../../module.ts'
import { markEarlierCards } from '../bank-cards/shared-cards.ts'
import { erasePayouts } from './erase-payouts.ts'
import { lookAtPayouts } from './look-at-payouts.ts'
import { tellReleased } from './move-withdrawal.ts'
import { withdrawalCases } from './review-withdrawal.ts'
import type { WithdrawalPorts } from './withdrawal-ports.ts'
import { withdrawalHandlers } from './withdrawal-routes.ts'

const lookEveryMs = 5_000

/** Withdrawals: their calls, their queue, and the job that looks whether they arrived. */
export const withdrawalsModule = defineModule({
  name: 'withdrawals',
  calls: withdrawalCalls,
  export: [
    { call: 'listAddress', folder: 'person' },
    { call: 'listWithdrwal', folder: 'real', list: 'plain' },
  ],
  customerTables: {
    funding_payout_addresses: { exported: ['listAddress'], erased: 'rows' },
    funding_withdrawals: {
      exported: ['listWithdrwal'],
      erased: { retained: 'addresses on a chain are public and in the books' },
    },
  },
  accounts: assetCodes.flatMap((asset) =>
    (['world', 'fee-revenue'] as const).map((name) => ({ class: name, owner: house, asset })),
  ),
  open: (context: ServerContext, ports: WithdrawalPorts) => {
    const opened = { ...context, ...ports }
    return {
      handlers: withdrawalHandlers(opened),
      backOffice: { cases: [withdrawalCases(opened)] },
      jobs: [
        { name: 'look-at-payouts', everyMs: lookEveryMs, run: () => lookAtPayouts(opened) },
        { name: 'mark-bank-cards', everyMs: 10 * minuteMs, run: () => markEarlierCards(opened) },
      ],
      eraseCustomer: (tx, userId) => erasePayouts(tx, userId),
      tellReleased: (userId: string) => tellReleased(opened, userId),
    }
  },
})
