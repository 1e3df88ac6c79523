import type { FastifyInstance } from 'fastify'
import type { PriceBoard } from '../price-board/price-board.ts'
import { logoSvg } from './logo-svg.ts'

const weekSeconds = 604_800

/** `/logos/CODE.svg` for every market: drawn once, when it is listed. */
export function serveLogos(app: FastifyInstance, board: Pick<PriceBoard, 'markets' | 'onListed'>): void {
  const drawn = new Map(board.markets.map((market) => [`${market.code}.svg`, logoSvg(market)]))
  board.onListed((market) => drawn.set(`${market.code}.svg`, logoSvg(market)))
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
