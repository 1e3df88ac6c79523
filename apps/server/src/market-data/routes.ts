import type {
  Language,
  marketsCalls,
  savedChartsCalls,
  statisticsCalls,
  watchlistCalls,
} from '@candor/contract'
import type { Market, QuoteSource } from '@candor/rules'
import type { ServerContext } from '../module.ts'
import type { HandlersOf } from '../platform/http/handlers.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { candleOriginsOf } from './backfill/backfill-response.ts'
import type { CandlePages } from './candles/followed-candles.ts'
import { chartsOf, saveChart } from './charts-store.ts'
import { marketName } from './market-name.ts'
import { marketInfo, marketItem, toBadPrint } from './market-response.ts'
import { type Measures, measureStatistics } from './measure-statistics.ts'
import type { MemoryPriceBoard } from './price-board/memory-price-board.ts'
import { unwatch, watch, watchedCodes } from './watchlist-store.ts'

/** Quotes and candles as this process has them. */
export interface MarketQuotes {
  readonly board: MemoryPriceBoard
  readonly candles: CandlePages
  /** The source whose candles a chart shows while the market has had no quote in this run. */
  readonly usualSource: QuoteSource
}

/** Returns the source whose candles a chart shows now. */
export const chartSource = ({ board, usualSource }: MarketQuotes, code: string): QuoteSource =>
  board.displayed(code)?.source ?? usualSource

/** Finds a market by its id or its code. */
const marketIn = ({ board }: MarketQuotes, text: string): Market => {
  const market = board.listed(text) ?? board.markets.find(({ id }) => id === text)
  if (market === undefined) throw new Refusal('notFound')
  return market
}

/** By its code, its name or what the reader's language calls it. */
const mentions = (market: Market, typed: string, language: Language) =>
  [market.code, market.name, marketName(market, language)].some((one) => one.toLowerCase().includes(typed))

export type MarketsCalls = typeof marketsCalls &
  typeof statisticsCalls &
  typeof watchlistCalls &
  typeof savedChartsCalls

/** Handlers of the calls about markets, their figures and the customer’s watchlist and charts. */
export function marketsHandlers(
  context: ServerContext,
  quotes: MarketQuotes,
  measures: Measures,
): HandlersOf<MarketsCalls> {
  const { clock, db, parameters } = context
  const { board, candles } = quotes
  const marketOr404 = (text: string): Market => marketIn(quotes, text)
  return {
    listMarketByType: async ({ type, q }, { language }) => {
      const typed = q?.trim().toLowerCase() ?? ''
      return board.markets
        .filter((market) => (type === undefined || market.type === type) && mentions(market, typed, language))
        .map((market) => marketItem(board, market, language))
    },
    getMarketInfo: async ({ id }, { language }) => {
      const listed = marketOr404(id)
      const market = board.market(listed.code) ?? listed
      const ending = await parameters.value('contracts.endAtRoll')
      const continues = !(Array.isArray(ending) && ending.includes(market.code))
      return marketInfo(board, market, { continues }, language)
    },
    getKValueByCodeAndDate: async ({ code, interval, from, to, limit }) => {
      const market = marketOr404(code)
      const source = chartSource(quotes, market.code)
      const range = { from: from ?? 0, to: to ?? Number.MAX_SAFE_INTEGER, limit }
      const bars = await candles.page({ code: market.code, source, interval }, range)
      return bars.map((bar) => [bar.openTime, bar.open, bar.high, bar.low, bar.close, bar.volume])
    },
    getCandleOrigins: async ({ code, interval }) => {
      const market = marketOr404(code)
      const source = chartSource(quotes, market.code)
      const origins = await candleOriginsOf(db, { code: market.code, source, interval })
      return { source, ...origins, badPrints: board.badPrints(market.code).map(toBadPrint) }
    },
    getParamByKey: async ({ key }) => {
      const value = await parameters.openValue(key)
      if (value === null) throw new Refusal('parameterUnreadable')
      return value
    },
    statistics: () => measureStatistics(context, board.markets.length, measures),
    listWatchlist: (_input, caller) => watchedCodes(db, caller.userId),
    watchlist: async ({ code, on }, caller) => {
      const market = marketOr404(code)
      if (on) await watch(db, clock, caller.userId, market.code)
      else await unwatch(db, caller.userId, market.code)
      return watchedCodes(db, caller.userId)
    },
    listCharts: async ({ code }, caller) => {
      const charts = await chartsOf(db, caller.userId, code === undefined ? null : marketOr404(code).code)
      return charts.map(({ savedAt, ...saved }) => ({ ...saved, savedAt: savedAt.toISOString() }))
    },
    saveChart: async ({ code, chart }, caller) => {
      const savedAt = new Date(clock.now())
      await saveChart(db, caller.userId, { code: marketOr404(code).code, chart, savedAt })
      return { savedAt: savedAt.toISOString() }
    },
  }
}
