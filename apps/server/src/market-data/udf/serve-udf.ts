import { intervalMs, type QuoteSource } from '@candor/rules'
import type { FastifyInstance } from 'fastify'
import type { ServerContext } from '../../module.ts'
import type { VisitorLines } from '../../platform/http/files/fair-line.ts'
import { SharedResponses } from '../../platform/http/responses/shared-responses.ts'
import { lineCallerOf } from '../../platform/limits/network-of.ts'
import { chartSource, type MarketQuotes } from '../routes.ts'
import { mostBars, udfHistory } from './history.ts'
import { chartMarks, type MarkRequest, markColumns, timescaleMarks } from './marks.ts'
import { udfQuotes } from './quotes.ts'
import {
  type RawQuery,
  readCount,
  readInterval,
  readMarket,
  readMoment,
  readSymbols,
  readText,
} from './read-query.ts'
import { searchSymbols, symbolInfo, udfConfig } from './symbols.ts'
import { addHeaders, sendFailures } from './udf-responses.ts'

const mostFound = 100
const foundUsually = 30
/** A candle that formed is changed only by a backfill or an import. */
const formedMs = 60_000
const formingMs = 1_000

/** A request that was read: all with the same key share a response. */
interface ReadRequest {
  readonly key: string
  readonly lifetimeMs: number
  /** It is made of rows: its turn comes among the visitors’ calls. */
  readonly waits?: true
  readonly make: () => unknown
}

type ReadUdf = (query: RawQuery) => ReadRequest

export interface UdfPorts {
  readonly quotes: MarketQuotes
  readonly lines: VisitorLines
}

/**
 * Serves charts, prices and symbols in TradingView’s UDF protocol, for chart programs of other origins: the same candles and displayed
 * prices as the calls, public, without credentials.
 */
export function serveUdf(app: FastifyInstance, context: ServerContext, { quotes, lines }: UdfPorts): void {
  const { clock, log } = context
  const shared = new SharedResponses<string>(clock)
  app.register(
    async (scope) => {
      for (const [name, read] of Object.entries(udfRoutes(context, quotes)))
        scope.get(`/${name}`, async (request, reply) => {
          const { key, lifetimeMs, waits, make } = read(request.query as RawQuery)
          const run = () => Promise.resolve(make())
          const made = () => (waits ? lines.calls.run(lineCallerOf(request.ip), run) : run())
          const response = await shared.get(name, { key, lifetimeMs }, async () =>
            JSON.stringify(await made()),
          )
          addHeaders(reply, `public, max-age=${Math.max(1, Math.floor(lifetimeMs / 1000))}`)
          return response.send(request, reply)
        })
      scope.get('/time', async (_request, reply) => {
        addHeaders(reply, 'no-store').header('content-type', 'text/plain; charset=utf-8')
        return String(Math.floor(clock.now() / 1000))
      })
      sendFailures(scope, log)
    },
    { prefix: '/udf' },
  )
}

/** Reads the query of each route, and says how its response is made. */
function udfRoutes({ db, clock }: ServerContext, quotes: MarketQuotes): Readonly<Record<string, ReadUdf>> {
  const { board, candles } = quotes
  const sourceOf = (code: string): QuoteSource => chartSource(quotes, code)
  const marksOf = (query: RawQuery, write: (marks: Awaited<ReturnType<typeof chartMarks>>) => unknown) => {
    const request: MarkRequest = {
      ...{ code: readMarket(board, query).code, interval: readInterval(query) },
      ...{ from: readMoment(query, 'from'), to: readMoment(query, 'to') },
    }
    const make = async () => write(await chartMarks(db, request))
    return { key: JSON.stringify(request), lifetimeMs: 10_000, waits: true as const, make }
  }
  return {
    config: () => ({ key: '', lifetimeMs: 3_600_000, make: () => udfConfig }),
    symbols: (query) => {
      const market = readMarket(board, query)
      const make = () => symbolInfo(market, sourceOf(market.code), clock.now())
      return { key: market.code, lifetimeMs: 60_000, make }
    },
    search: (query) => {
      const search = {
        typed: readText(query, 'query')?.trim() ?? '',
        type: readText(query, 'type'),
        exchange: readText(query, 'exchange'),
        limit: readCount(query, 'limit', mostFound) ?? foundUsually,
      }
      const make = () => searchSymbols(board.markets, search, sourceOf)
      return { key: JSON.stringify(search), lifetimeMs: 60_000, make }
    },
    history: (query) => {
      const { code } = readMarket(board, query)
      const series = { code, source: sourceOf(code), interval: readInterval(query) }
      const request = {
        series,
        ...{ from: readMoment(query, 'from'), to: readMoment(query, 'to') },
        countback: readCount(query, 'countback', mostBars),
      }
      const hasFormed = request.to <= clock.now() - intervalMs[series.interval]
      const lifetimeMs = hasFormed ? formedMs : formingMs
      const make = () => udfHistory(candles, request)
      return { key: JSON.stringify(request), lifetimeMs, waits: true, make }
    },
    quotes: (query) => {
      const symbols = readSymbols(query)
      return { key: JSON.stringify(symbols), lifetimeMs: 200, make: () => udfQuotes(board, symbols) }
    },
    marks: (query) => marksOf(query, markColumns),
    timescale_marks: (query) => marksOf(query, timescaleMarks),
  }
}
