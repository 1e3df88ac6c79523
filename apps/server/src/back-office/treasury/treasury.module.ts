import { treasuryCalls, treasuryOps } from '@candor/contract'
import { assetCodes, writeUsdt } from '@candor/money'
import { treasuryAccounts } from '@candor/rules'
import { house } from '../../ledger/ledger.ts'
import { defineModule, type ServerContext } from '../../module.ts'
import { readGauge } from '../../platform/http/observability/read-gauge.ts'
import { offeredNow } from './offered-services.ts'
import type { TreasuryPorts } from './treasury-context.ts'
import { treasuryBackOffice } from './treasury-ops.ts'
import { openProfitSeen } from './treasury-store.ts'

/** Ledger accounts of the operator's money, and the world account on the other side. */
export const treasuryLedgerAccounts = [
  ...treasuryAccounts.map(({ place, coin }) => ({ class: place, owner: house, asset: coin })),
  ...assetCodes.map((asset) => ({ class: 'world' as const, owner: house, asset })),
]

/** The operator's own money: seen, funded, emptied and moved by two people (ADR-150). */
export const treasuryModule = defineModule({
  name: 'treasury',
  calls: treasuryCalls,
  opsCalls: treasuryOps,
  accounts: treasuryLedgerAccounts,
  open: (context: ServerContext, promises: TreasuryPorts) => ({
    handlers: { offered: () => offeredNow(context.db, context.parameters) },
    backOffice: treasuryBackOffice({ ...context, promises }),
    measure: (registry) =>
      readGauge(registry, {
        name: 'candor_open_profit',
        help: 'Open profit of all real customers in USDT, which the trading capital has to pay',
        read: async () => {
          const seen = await openProfitSeen(context.db.query)
          return seen === null ? [] : [{ value: Number(writeUsdt(seen.minor)) }]
        },
      }),
  }),
})
