import type { QuoteSource } from '@candor/rules'
import { defineModule, type ServerContext } from '../module.ts'
import type { RequestBudget } from '../platform/limits/request-budget.ts'
import { measurePrices } from '../platform/websocket/measure-prices.ts'
import type { CandlePages } from './candles/followed-candles.ts'
import { type QuoteCallsContext, storedQuotesHandlers } from './history/kept-quotes.ts'
import { pruneQuotes } from './history/prune-quotes.ts'
import { serveLogos } from './logos/serve-logos.ts'
import type { Measures } from './measure-statistics.ts'
import type { MemoryPriceBoard } from './price-board/price-board.ts'
import { marketsHandlers } from './routes.ts'

export interface MarketsPorts {
  readonly quotes: {
    readonly board: MemoryPriceBoard
    readonly candles: CandlePages
    /** Source whose candles a chart shows while a market has had no quote. */
    readonly usualSource: QuoteSource
  }
  /** Figures of other modules on the home page. */
  readonly measures: Measures
  readonly sign: QuoteCallsContext['sign']
  /** Budget of one network for stored quotes. */
  readonly budget: RequestBudget
}

const hourMs = 3_600_000

/** Markets as anybody sees them: lists, charts, logos, figures of the home page, and the quotes that are kept. */
export const marketsModule = defineModule({
  name: 'markets',
  open: (
    context: ServerContext,
    { quotes: { board, candles, usualSource }, measures, sign, budget }: MarketsPorts,
  ) => ({
    handlers: {
      ...marketsHandlers({ ...context, board, candles, usualSource, measures }),
      ...storedQuotesHandlers({ ...context, sign, budget }),
    },
    pages: serveLogos,
    measure: (registry) => measurePrices(registry, board),
    jobs: [
      {
        name: 'prune-quotes',
        noCases: 'deletes by age, hour after hour',
        everyMs: hourMs,
        run: () => pruneQuotes(context.db, context.clock),
      },
    ],
  }),
})
