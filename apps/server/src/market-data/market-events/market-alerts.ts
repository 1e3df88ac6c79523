import { marketsOps } from '@candor/contract'
import type { AlertSource } from '../../back-office/dashboard/work-queue.ts'
import type { Database } from '../../platform/database/database.ts'
import { namesInAlert } from '../../platform/names-in-alert.ts'
import type { ClockOffsets } from '../price-board/clock-offsets.ts'
import { dueActions } from './actions.ts'
import { clockAlerts } from './clock-alerts.ts'
import { haltsInForce } from './halts.ts'

/** Alerts about markets that nobody can trade, clocks that differ, and actions that could not be carried out at their moment. */
export const marketAlerts = (db: Database, offsets: Pick<ClockOffsets, 'now'>): AlertSource => ({
  page: 'markets',
  roles: marketsOps.opsMarketEvents.roles,
  alerts: async () => {
    const [halts, due] = await Promise.all([haltsInForce(db), dueActions(db)])
    const putOff = due.filter(({ isPutOff }) => isPutOff)
    return [
      ...alertOf('bad', 'Actions that could not be carried out: ', {
        names: putOff.map(({ kind, code }) => `${kind} of ${code}`),
        times: putOff.map(({ at }) => at),
      }),
      ...clockAlerts(offsets.now()),
      ...alertOf('warn', 'Halted markets: ', {
        names: halts.map(({ code }) => code),
        times: halts.map(({ halted_at }) => Number(halted_at)),
      }),
    ]
  },
})

interface Named {
  readonly names: readonly string[]
  readonly times: readonly number[]
}

const alertOf = (tone: 'warn' | 'bad', text: string, { names, times }: Named) =>
  names.length === 0 ? [] : [{ tone, text: text + namesInAlert(names), sinceMs: Math.min(...times) }]
