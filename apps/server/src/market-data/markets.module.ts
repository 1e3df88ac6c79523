import {
  marketsCalls,
  namedWatchlistsCalls,
  savedChartsCalls,
  statisticsCalls,
  storedQuotesCalls,
  watchlistCalls,
} from '@candor/contract'
import { hourMs } from '@candor/rules/time-units.ts'
import { defineModule, type ServerContext } from '../module.ts'
import type { RequestBudget } from '../platform/limits/request-budget.ts'
import { measurePrices } from '../platform/websocket/measure-prices.ts'
import { packOldCandles } from './candles/packs/pack-old-candles.ts'
import { SharedCandlePages } from './candles/shared-candle-pages.ts'
import { removeChartsOf } from './charts-store.ts'
import { pruneQuotes } from './history/prune-quotes.ts'
import { type SignDocument, storedQuotesHandlers } from './history/stored-quotes.ts'
import { PagesWithImports } from './imports/pages-with-imports.ts'
import { serveLogos } from './logos/serve-logos.ts'
import type { Measures } from './measure-statistics.ts'
import { namedWatchlistsHandlers } from './named-watchlists.ts'
import { removeWatchlistsOf } from './named-watchlists-store.ts'
import { type MarketQuotes, marketsHandlers } from './routes.ts'
import { serveUdf } from './udf/serve-udf.ts'
import { removeWatchlistOf } from './watchlist-store.ts'

export interface MarketsPorts {
  readonly quotes: MarketQuotes
  /** Figures of other modules on the home page. */
  readonly measures: Measures
  readonly sign: SignDocument
  /** Budget of one network for stored quotes. */
  readonly budget: RequestBudget
}

/** Markets as anybody sees them: lists, charts, logos, figures of the home page, and the quotes that are kept. */
export const marketsModule = defineModule({
  name: 'markets',
  calls: {
    ...marketsCalls,
    ...statisticsCalls,
    ...watchlistCalls,
    ...namedWatchlistsCalls,
    ...savedChartsCalls,
    ...storedQuotesCalls,
  },
  export: [
    { call: 'listWatchlist', folder: 'person' },
    { call: 'listWatchlists', folder: 'person' },
    { call: 'listCharts', folder: 'person' },
  ],
  customerTables: {
    markets_watchlist: { exported: ['listWatchlist'], erased: 'rows' },
    markets_named_watchlists: { exported: ['listWatchlists'], erased: 'rows' },
    markets_charts: { exported: ['listCharts'], erased: 'rows' },
  },
  open: (context: ServerContext, { quotes, measures, sign, budget }: MarketsPorts) => {
    const candles = new SharedCandlePages(new PagesWithImports(quotes.candles, context.db), context.clock)
    const sharedQuotes = { ...quotes, candles }
    return {
      handlers: {
        ...marketsHandlers(context, sharedQuotes, measures),
        ...storedQuotesHandlers(context, sign, budget),
        ...namedWatchlistsHandlers(context),
      },
      eraseCustomer: async (tx, userId) => {
        await removeWatchlistOf(tx, userId)
        await removeWatchlistsOf(tx, userId)
        await removeChartsOf(tx, userId)
      },
      pages: (app, lines) => {
        serveLogos(app, quotes.board)
        serveUdf(app, context, { quotes: sharedQuotes, lines })
      },
      measure: (registry) => measurePrices(registry, quotes.board),
      jobs: [
        {
          name: 'prune-quotes',
          noCases: 'deletes by age, hour after hour',
          everyMs: hourMs,
          run: () => pruneQuotes(context.db, context.clock),
        },
        packOldCandles(context),
      ],
    }
  },
})
