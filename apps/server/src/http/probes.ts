import type { FastifyInstance } from 'fastify'

export interface Readiness {
  /** Resolves when the database answers, throws when it does not. */
  pingDatabase(): Promise<void>
  /** Milliseconds since the last quote of any market; null before the first. */
  feedAgeMs(): number | null
}

const longestFeedAgeMs = 120_000

/** `/healthz`: the process is alive. `/readyz`: it can serve; 503 says which part cannot. */
export function addProbes(app: FastifyInstance, readiness: Readiness): void {
  app.get('/healthz', () => ({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    const database = await readiness.pingDatabase().then(
      () => true,
      () => false,
    )
    const ageMs = readiness.feedAgeMs()
    const feed = ageMs !== null && ageMs <= longestFeedAgeMs
    return reply
      .code(database && feed ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ready: database && feed, database, feed, feedAgeMs: ageMs })
  })
}
