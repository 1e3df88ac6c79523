import { executionCalls } from '@candor/contract'
import { secondMs } from '@candor/rules/time-units.ts'
import type { Registry } from 'prom-client'
import { defineModule, type ServerContext } from '../../module.ts'
import { executionHandlers } from './execution-calls.ts'
import type { ExecutionPorts } from './execution-context.ts'
import { lateSince, measureReports } from './late-reports.ts'
import { lastDayOver, publishReports } from './publish-reports.ts'

/** Execution reports: each day's fills, slippage and refusals, and the operator's own interest, signed (trust T22, T23). */
export const executionModule = defineModule({
  name: 'execution',
  calls: executionCalls,
  open: (context: ServerContext, ports: ExecutionPorts) => {
    const { db, clock } = context
    // Looks each second, so that a day is reported a minute after its end; it queries the database once a day.
    let counted = ''
    const publish = async () => {
      const through = lastDayOver(clock.now())
      if (through === counted) return
      await publishReports({ ...context, ...ports })
      counted = through
    }
    return {
      handlers: executionHandlers(db),
      backOffice: {
        alerts: [
          {
            page: null,
            roles: ['risk', 'admin'],
            alerts: async () => {
              const last = await lateSince({ db, clock })
              if (last === null) return []
              const text = `The execution report is late: no day since ${last} was counted`
              return [{ tone: 'warn' as const, text, sinceMs: null }]
            },
          },
        ],
      },
      measure: (registry: Registry) => measureReports(registry, { db, clock }),
      /** True while a day that is over has not been counted in time. */
      isLate: async () => (await lateSince({ db, clock })) !== null,
      jobs: [
        {
          name: 'publish-execution',
          noCases: 'one report a day, of all fills',
          everyMs: secondMs,
          run: publish,
        },
      ],
    }
  },
})
