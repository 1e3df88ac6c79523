import type { Registry } from 'prom-client'
import type { Database } from '../database/database.ts'
import { readGauge } from '../http/observability/read-gauge.ts'

/** Registers the number of cases that each job could not move. */
export const measureStuckCases = (registry: Registry, db: Database): void =>
  readGauge(registry, {
    name: 'candor_stuck_cases',
    help: 'Cases that a job set aside because they failed',
    labelNames: ['job'],
    read: async () => {
      const rows = await db.query
        .selectFrom('jobs_stuck_cases')
        .select(['job', (eb) => eb.fn.countAll().as('count')])
        .groupBy('job')
        .execute()
      return rows.map(({ job, count }) => ({ labels: { job }, value: Number(count) }))
    },
  })
