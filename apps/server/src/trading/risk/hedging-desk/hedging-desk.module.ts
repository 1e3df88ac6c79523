import { hedgingOps, type OpsParsedInputOf } from '@candor/contract'
import type { Operator } from '../../../back-office/operators/operator.ts'
import { defineModule, type ServerContext } from '../../../module.ts'
import { invalidField } from '../../../platform/http/refusal.ts'
import { writeStop } from '../../hedging/stops-store.ts'
import { hedgingAlerts, isHedgingAway } from './hedging-alerts.ts'
import { measureHedging } from './measure-hedging.ts'
import { showHedgeOrders, showHedging, stopsInForce } from './show-hedging.ts'

/** Operators' side of hedging, in every process: what the leading engine stored, and its stops. Exchanges go by the true time. */
export const hedgingDeskModule = defineModule({
  name: 'hedging-desk',
  opsCalls: hedgingOps,
  open: (context: ServerContext, _ports: Record<never, never>) => {
    const { db } = context
    return {
      backOffice: {
        handlers: {
          opsHedging: () => showHedging(db.query),
          opsHedgeOrders: ({ code }) => showHedgeOrders(db.query, code),
          opsStopHedging: (input, operator) => stopHedging(context, input, operator),
        },
        alerts: [
          {
            page: 'hedging',
            roles: hedgingOps.opsHedging.roles,
            alerts: () => hedgingAlerts(db.query, Date.now()),
          },
        ],
      },
      measure: (registry) => measureHedging(registry, db),
      isAway: () => isHedgingAway(db.query, Date.now()),
    }
  },
})

type Stop = OpsParsedInputOf<typeof hedgingOps.opsStopHedging>

/** Writes a stop or a resumption, with its entry in the audit log. The engine takes it over within a second. */
function stopHedging({ db, console }: ServerContext, input: Stop, operator: Operator): Promise<true> {
  const { code = '', stopped, reason } = input
  return db.transaction(async (tx): Promise<true> => {
    const before = await stopsInForce(tx)
    const markets = await tx.selectFrom('hedging_states').select('code').execute()
    if (code !== '' && !markets.some((market) => market.code === code))
      throw invalidField('code', 'unknown-market')
    if (before.has(code) === stopped) throw invalidField('stopped', 'unchanged')
    await writeStop(tx, { code, stopped, reason, operator: operator.id, at: Date.now() })
    await console.audit.write(tx, {
      ...{ actor: operator.id, action: 'hedging.stop', subject: code === '' ? 'hedging' : `market:${code}` },
      before: { stopped: !stopped },
      after: { stopped, reason },
    })
    return true
  })
}
