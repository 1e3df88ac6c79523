import { type Reserve, riskOps } from '@candor/contract'
import { houseSums } from '../../ledger/reports/money-report.ts'
import { defineModule, type ServerContext } from '../../module.ts'
import { exposureByMarket } from './exposure.ts'
import { measureUnpaidClosings } from './unpaid-closings/show-unpaid-closings.ts'

export interface RiskPorts {
  /** From the engine: what customers would win, against the capital that pays it. */
  readonly reserve: () => Promise<Reserve>
}

/** Accounts of the operator's money that pays customers (rulebook). */
const capitals = ['trading-capital', 'negative-balance', 'yield-reserve', 'loan-capital']

/** The operator's own risk from customers' positions, as the console shows it. */
export const riskModule = defineModule({
  name: 'risk',
  opsCalls: riskOps,
  open: ({ db }: ServerContext, { reserve }: RiskPorts) => ({
    backOffice: {
      handlers: {
        opsReserve: () => reserve(),
        opsExposure: async () => ({
          markets: await exposureByMarket(db),
          capital: (await houseSums(db)).filter(
            (row) => row.asset === 'USDT' && capitals.includes(row.class),
          ),
        }),
      },
    },
    measure: (registry) => measureUnpaidClosings(registry, db),
  }),
})
