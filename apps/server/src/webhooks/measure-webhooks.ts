import type { Registry } from 'prom-client'
import type { Database } from '../platform/database/database.ts'
import { readGauge } from '../platform/http/observability/read-gauge.ts'
import { endpointsWithCounts } from './endpoints-store.ts'

/** Registers the numbers of messages that wait and that were given up, by endpoint. */
export const measureWebhooks = (registry: Registry, db: Database): void =>
  readGauge(registry, {
    name: 'candor_webhook_messages',
    help: 'Webhook messages that wait or were given up, at most 1000 of each',
    labelNames: ['endpoint', 'state'],
    read: async () =>
      (await endpointsWithCounts(db)).flatMap(({ name, waiting, failed }) => [
        { labels: { endpoint: name, state: 'waiting' }, value: waiting },
        { labels: { endpoint: name, state: 'failed' }, value: failed },
      ]),
  })
