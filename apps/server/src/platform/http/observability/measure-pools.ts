import type { Registry } from 'prom-client'
import type { Database } from '../../database/database.ts'
import { readGauge } from './read-gauge.ts'

/** Registers the connections to the database, and the callers that wait for one. */
export const measurePools = (registry: Registry, { pool, enginePool }: Database): void =>
  readGauge(registry, {
    name: 'candor_database_connections',
    help: 'Connections to the database that are busy or idle, and callers that wait for one',
    labelNames: ['pool', 'state'],
    read: async () =>
      Object.entries({ calls: pool, engine: enginePool }).flatMap(([name, of]) => [
        { labels: { pool: name, state: 'busy' }, value: of.totalCount - of.idleCount },
        { labels: { pool: name, state: 'idle' }, value: of.idleCount },
        { labels: { pool: name, state: 'waiting' }, value: of.waitingCount },
      ]),
  })
