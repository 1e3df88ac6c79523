import type { FastifyInstance } from 'fastify'

export interface HandsOn {
  /** Path to which a provider redirects people. */
  readonly path: string
  /** Query parameters that are passed on; all others are dropped. */
  readonly names: readonly string[]
  /** Address of our page for it. */
  readonly pageOf: (came: URLSearchParams) => string
}

/** Redirects people who return from a provider to our page: a redirect address has no fragment, and our pages are behind one. */
export function handOn(app: FastifyInstance, { path, names, pageOf }: HandsOn): void {
  app.get(path, (request, reply) => {
    const given = request.query as Readonly<Record<string, unknown>>
    const came = names.flatMap<[string, string]>((name) => {
      const value = given[name]
      return typeof value === 'string' && value.length <= 2_000 ? [[name, value]] : []
    })
    return reply.header('cache-control', 'no-store').redirect(pageOf(new URLSearchParams(came)), 302)
  })
}
