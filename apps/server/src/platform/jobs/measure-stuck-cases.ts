import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../database/database.ts'

/** Registers the number of cases that each job could not move; each scrape reads it from the database. */
export function measureStuckCases(registry: Registry, db: Database): void {
  new Gauge({
    name: 'candor_stuck_cases',
    help: 'Cases that a job set aside because they failed',
    labelNames: ['job'],
    registers: [registry],
    async collect() {
      const rows = await db.query
        .selectFrom('jobs_stuck_cases')
        .select(['job', (eb) => eb.fn.countAll().as('count')])
        .groupBy('job')
        .execute()
      this.reset()
      for (const { job, count } of rows) this.set({ job }, Number(count))
    },
  })
}
