import type { Registry } from 'prom-client'
import { readGauge } from '../../platform/http/observability/read-gauge.ts'
import { shareReading } from '../../platform/share-reading.ts'
import type { Dashboard } from './dashboard.ts'

/** Registers the entries of every queue of the console, those that are late, and its alerts. */
export function measureWork(registry: Registry, dashboard: Pick<Dashboard, 'readAll'>): void {
  const readAll = shareReading(() => dashboard.readAll())
  readGauge(registry, {
    name: 'candor_queue_entries',
    help: 'Entries that wait in a queue of the console, and those that are late, at most 100 of each',
    labelNames: ['page', 'state'],
    read: async () =>
      (await readAll()).queues.flatMap(({ page, waiting, late }) => [
        { labels: { page, state: 'waiting' }, value: waiting },
        { labels: { page, state: 'late' }, value: late },
      ]),
  })
  readGauge(registry, {
    name: 'candor_console_alerts',
    help: 'Alerts that the console shows, by tone',
    labelNames: ['tone'],
    read: async () => {
      const { alerts } = await readAll()
      return (['warn', 'bad'] as const).map((tone) => ({
        labels: { tone },
        value: alerts.filter((alert) => alert.tone === tone).length,
      }))
    },
  })
}
