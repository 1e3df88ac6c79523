import { allMarkets } from '@candor/rules'
import type { FastifyInstance } from 'fastify'
import { logoSvg } from './logo-svg.ts'

const weekSeconds = 604_800

/** `/logos/CODE.svg` for every market: drawn once, at the start. */
export function serveLogos(app: FastifyInstance): void {
  const drawn = new Map(allMarkets.map((market) => [`${market.code}.svg`, logoSvg(market)]))
  app.get<{ Params: { file: string } }>(
    '/logos/:file',
    { config: { readsPath: true } },
    async (request, reply) => {
      const svg = drawn.get(request.params.file)
      if (svg === undefined) return reply.code(404).header('cache-control', 'no-store').send()
      return reply
        .header('content-type', 'image/svg+xml; charset=utf-8')
        .header('cache-control', `public, max-age=${weekSeconds}`)
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
        .send(svg)
    },
  )
}
