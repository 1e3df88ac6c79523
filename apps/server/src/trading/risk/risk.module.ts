import { type Reserve, riskOps } from '@candor/contract'
import { houseSums } from '../../ledger/reports/money-report.ts'
import { defineModule, type ServerContext } from '../../module.ts'
import type { OpenRisk, RequestedMoves } from './desk/open-risk.ts'
import { riskJobs } from './desk/record-risk.ts'
import { readThresholds, riskAlerts } from './desk/risk-alerts.ts'
import { showRiskDesk, showRiskHistory } from './desk/risk-desk.ts'
import { WorstDays, type WorstDaysPorts } from './desk/worst-days.ts'
import { exposureByMarket } from './exposure.ts'
import { exposureLimitKind, judgeLimit } from './limits/propose-exposure-limit.ts'
import { showExposureLimits } from './limits/show-exposure-limits.ts'
import { measureUnpaidClosings } from './unpaid-closings/show-unpaid-closings.ts'

export interface RiskPorts {
  /** From the engine. */
  readonly engine: {
    /** Returns what customers would win, against the capital that pays it. */
    readonly reserve: () => Promise<Reserve>
    readonly openRisk: (moves: RequestedMoves) => Promise<OpenRisk>
  }
  readonly markets: WorstDaysPorts & {
    readonly codes: () => readonly string[]
    readonly typeOf: (code: string) => number | null
  }
}

/** Accounts of the operator's money that pays customers (rulebook). */
const capitals = ['trading-capital', 'negative-balance', 'yield-reserve', 'loan-capital', 'hedge-capital']

/** The operator's own risk from customers' positions, as the console shows it. */
export const riskModule = defineModule({
  name: 'risk',
  opsCalls: riskOps,
  open: (context: ServerContext, { engine, markets }: RiskPorts) => {
    const { db, clock, parameters, console } = context
    const isMarket = (code: string) => markets.typeOf(code) !== null
    const limitKind = exposureLimitKind({ clock, isMarket })
    const desk = {
      db,
      clock,
      openRisk: engine.openRisk,
      worstDays: new WorstDays(markets),
      codes: markets.codes,
      typeOf: markets.typeOf,
    }
    return {
      jobs: riskJobs(context, engine.openRisk),
      backOffice: {
        proposals: [limitKind],
        handlers: {
          opsReserve: () => engine.reserve(),
          opsExposure: async () => ({
            markets: await exposureByMarket(db),
            capital: (await houseSums(db)).filter(
              (row) => row.asset === 'USDT' && capitals.includes(row.class),
            ),
          }),
          opsRiskDesk: ({ percent }) => showRiskDesk(desk, percent),
          opsRiskHistory: (input) => showRiskHistory(desk, input),
          opsExposureLimits: ({ code }) => showExposureLimits(db.query, code),
          opsProposeExposureLimit: async ({ code, limit, reason }, operator) => {
            const payload = { code, limit }
            await judgeLimit({ isMarket }, db.query, payload)
            const { id } = await console.propose({ kind: limitKind.kind, payload, reason }, operator)
            return { id }
          },
        },
        alerts: [
          {
            page: 'exposure',
            roles: riskOps.opsRiskDesk.roles,
            alerts: async () => riskAlerts(db.query, await readThresholds(parameters)),
          },
        ],
      },
      measure: (registry) => measureUnpaidClosings(registry, db),
    }
  },
})
