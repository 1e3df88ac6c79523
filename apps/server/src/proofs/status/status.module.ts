import { incidentsOps, marketsOps, statusCalls } from '@candor/contract'
import { secondMs } from '@candor/rules/time-units.ts'
import type { haltsSince } from '../../market-data/market-events/halts.ts'
import type { shownCancellations } from '../../market-data/market-events/notify-cancellations.ts'
import type { PriceBoard } from '../../market-data/price-board/price-board.ts'
import { defineModule, type ServerContext } from '../../module.ts'
import type { Handler } from '../../platform/http/handlers.ts'
import { isoOf } from '../../platform/iso-time.ts'
import { newestHead } from '../audit/audit-routes.ts'
import { newestReport } from '../execution/execution-store.ts'
import { readProof } from '../liabilities/liabilities-store.ts'
import { feedAlerts, feedsOf } from './feeds.ts'
import { incidentHandlers, incidentsShown } from './incidents.ts'
import { measureLosing } from './measure-losing.ts'

export interface StatusPorts {
  readonly board: PriceBoard
  readonly haltsSince: typeof haltsSince
  readonly shownCancellations: typeof shownCancellations
}

const shownMs = 90 * 86_400_000

/** The public status of this installation (trust T11, T14, T17), and the incidents that operators publish on it. */
export const statusModule = defineModule({
  name: 'status',
  calls: statusCalls,
  opsCalls: incidentsOps,
  open: (context: ServerContext, { board, haltsSince, shownCancellations }: StatusPorts) => {
    const { db, clock } = context
    const losing = measureLosing(db, clock)
    const status: Handler<'status'> = async (_input, { language }) => {
      const now = clock.now()
      const [head, proof, execution, incidents, halts, cancellations, share] = await Promise.all([
        newestHead(db),
        readProof(db, 'latest'),
        newestReport(db),
        incidentsShown(db, now - shownMs, language),
        haltsSince(db, now - shownMs),
        shownCancellations(db, now - shownMs),
        losing(),
      ])
      return {
        at: isoOf(now),
        startedAt: isoOf(now - process.uptime() * secondMs),
        feeds: feedsOf(board),
        head,
        liabilities: proof && { date: proof.document.date, at: proof.document.at },
        execution,
        incidents,
        halts: halts.map(({ code, reason, halted_at: from, lifted_at: until }) => ({
          code,
          reason,
          from: isoOf(from),
          until: until === null ? null : isoOf(until),
        })),
        cancellations,
        losing: share,
      }
    }
    return {
      handlers: { status },
      backOffice: {
        handlers: incidentHandlers(context),
        alerts: [
          { page: 'markets', roles: marketsOps.opsMarketEvents.roles, alerts: async () => feedAlerts(board) },
        ],
      },
    }
  },
})
