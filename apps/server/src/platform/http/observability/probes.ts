import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { shareReading } from '../../share-reading.ts'
import type { Health } from './health.ts'

/** Dependencies of a process by its roles; null where it does not need one. */
export interface RoleReadiness {
  /** Milliseconds since the last quote of any market, null before the first; null as a whole where prices are not needed. */
  readonly feedAgeMs: (() => number | null) | null
  /** Checks whether an engine responds, in this process or another; null where it is not needed. */
  readonly engine: (() => boolean) | null
  /** Present activity of this process, by role. */
  roles(): Readonly<Record<string, string>>
}

/** Adds what is wrong while the process still does its part, and whether the disk is full. */
export type ReadinessOfRoles = RoleReadiness & { readonly health: Pick<Health, 'degraded' | 'diskFull'> }

export interface Readiness extends ReadinessOfRoles {
  /** Resolves when the database responds, throws otherwise. */
  pingDatabase(): Promise<void>
}

/** A database that takes longer to respond does not. */
const longestPingMs = 900

/**
 * Adds `/healthz`: the process is alive, and `/readyz`: it can do its part; 503 names what is missing of what its roles cannot do without,
 * within a second. `degraded` lists what else is wrong: it is no reason to send customers away.
 */
export function addProbes(app: FastifyInstance, readiness: Readiness): void {
  app.get('/healthz', (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'alive' }),
  )
  const isReached = sharedPing(readiness)
  app.get('/readyz', async (_request, reply) => {
    const [database, isFull, degraded] = await Promise.all([
      isReached(),
      readiness.health.diskFull(),
      readiness.health.degraded(),
    ])
    const ageMs = readiness.feedAgeMs?.() ?? null
    // Old prices are still prices; before the first one there is nothing to serve.
    const feed = readiness.feedAgeMs === null || ageMs !== null
    const engine = readiness.engine?.() ?? true
    const disk = !isFull
    const ready = database && disk && feed && engine
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ready, degraded, database, disk, feed, engine, feedAgeMs: ageMs, roles: readiness.roles() })
  })
}

/** Sends one query to the database at a time and shares it among concurrent requests: the probes are public. */
function sharedPing({ pingDatabase }: Readiness): () => Promise<boolean> {
  const ping = shareReading(() =>
    pingDatabase().then(
      () => true,
      () => false,
    ),
  )
  return () => Promise.race([ping(), sleep(longestPingMs, false, { ref: false })])
}
