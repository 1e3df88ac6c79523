import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../platform/database/database.ts'
import { endpointsWithCounts } from './endpoints-store.ts'

/** Registers the numbers of messages that wait and that were given up, by endpoint; each scrape reads them from the database. */
export function measureWebhooks(registry: Registry, db: Database): void {
  new Gauge({
    name: 'candor_webhook_messages',
    help: 'Webhook messages that wait or were given up, at most 1000 of each',
    labelNames: ['endpoint', 'state'],
    registers: [registry],
    async collect() {
      const endpoints = await endpointsWithCounts(db)
      this.reset()
      for (const { name, waiting, failed } of endpoints) {
        this.set({ endpoint: name, state: 'waiting' }, waiting)
        this.set({ endpoint: name, state: 'failed' }, failed)
      }
    },
  })
}
