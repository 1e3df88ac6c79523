import { midOf, type Price } from '@candor/money'
import { countedFor, type QuoteSource } from '@candor/rules'
import { worthModule } from './accounts/worth/worth.module.ts'
import type { WorthTrading } from './accounts/worth/worth-ports.ts'
import type { Common } from './compose-context.ts'
import { owedOnLoans } from './loans/loans-store.ts'
import { dayClose } from './market-data/candles/day-close.ts'
import type { Quotes } from './market-data/feeds/open-feeds.ts'
import { QuotePaths } from './market-data/history/quote-paths.ts'
import { heldInSavings } from './savings/savings-store.ts'
import { plansWorth } from './smart/plan-worth.ts'
import { OrdersStore } from './trading/orders/orders-store.ts'
import { tradeResults } from './trading/statistics/trade-results.ts'

/** Opens what accounts are worth, over all products. */
export async function composeWorth({ base, modules, engineClient }: Common, quotes: Quotes): Promise<void> {
  const { db } = base
  const orders = new OrdersStore(db)
  const openResults: WorthTrading['openResults'] = async (mode, userIds) =>
    new Map(
      (await engineClient.openResults(mode, userIds)).map(
        ({ userId, balanceMinor, unrealisedMinor, ...rest }) => [
          userId,
          { ...rest, balanceMinor: BigInt(balanceMinor), unrealisedMinor: BigInt(unrealisedMinor) },
        ],
      ),
    )
  await modules.open(worthModule, {
    prices: { board: quotes.board, midAt: midsOf(base, quotes) },
    trading: {
      openResults,
      openStretches: (userId, mode) => orders.openStretches(userId, mode),
      tradeResults: (request) => tradeResults(db, quotes.board.markets, request),
    },
    products: { plansWorth, heldInSavings, owedOnLoans },
  })
}

const realSources: readonly QuoteSource[] = ['live', 'delayed']
const everySource: readonly QuoteSource[] = ['live', 'delayed', 'replay', 'simulated']

/** Reads past prices from the stored quotes, and where those of the day are gone from its candle. */
function midsOf({ db, sandbox }: Common['base'], quotes: Quotes) {
  const paths = new QuotePaths(db, () => quotes.flushQuotes())
  return async (code: string, at: number): Promise<Price | null> => {
    await paths.upToNow()
    const quote = await paths.lastInHours(code, at + 1, countedFor('real', sandbox))
    if (quote !== null) return midOf(quote.bid, quote.ask)
    return dayClose(db, { code, at, sources: sandbox ? everySource : realSources })
  }
}
