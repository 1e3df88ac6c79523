import type { FastifyInstance } from 'fastify'

/** Dependencies of a process by its roles; null where it does not need one. */
export interface RoleReadiness {
  /** Milliseconds since the last quote of any market, null before the first; null as a whole where prices are not needed. */
  readonly feedAgeMs: (() => number | null) | null
  /** Checks whether an engine responds, in this process or another; null where it is not needed. */
  readonly engine: (() => boolean) | null
  /** Present activity of this process, by role. */
  roles(): Readonly<Record<string, string>>
}

export interface Readiness extends RoleReadiness {
  /** Resolves when the database responds, throws otherwise. */
  pingDatabase(): Promise<void>
}

const longestFeedAgeMs = 120_000

/** Adds `/healthz`: the process is alive, and `/readyz`: it can do its part; 503 names the missing parts. */
export function addProbes(app: FastifyInstance, readiness: Readiness): void {
  app.get('/healthz', (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'alive' }),
  )
  const isReached = sharedPing(readiness)
  app.get('/readyz', async (_request, reply) => {
    const database = await isReached()
    const ageMs = readiness.feedAgeMs?.() ?? null
    const feed = readiness.feedAgeMs === null || (ageMs !== null && ageMs <= longestFeedAgeMs)
    const engine = readiness.engine?.() ?? true
    const ready = database && feed && engine
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ready, database, feed, engine, feedAgeMs: ageMs, roles: readiness.roles() })
  })
}

/** Sends one query to the database at a time and shares it among concurrent requests: the probes are public. */
function sharedPing({ pingDatabase }: Readiness): () => Promise<boolean> {
  let probe: Promise<boolean> | null = null
  return () => {
    probe ??= pingDatabase()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        probe = null
      })
    return probe
  }
}
