import type { Users } from '../accounts/accounts-store.ts'
import { type KeptQuotesParts, keptQuotesHandlers } from '../market-data/kept-quotes.ts'
import { type MarketsParts, marketsHandlers } from '../market-data/routes.ts'
import { tradedVolume } from '../trading/fees/traded-volume.ts'

interface MarketPagesParts
  extends Omit<MarketsParts, 'candles' | 'usualSource' | 'measures'>,
    KeptQuotesParts {
  readonly quotes: Pick<MarketsParts, 'candles' | 'usualSource'>
  readonly users: Pick<Users, 'count'>
}

/** Calls that show markets to anybody: lists, charts, figures of the home page, and the quotes that are kept. */
export const marketPages = ({ quotes, users, ...parts }: MarketPagesParts) => ({
  ...marketsHandlers({
    ...parts,
    candles: quotes.candles,
    usualSource: quotes.usualSource,
    measures: { registeredUsers: () => users.count(), volume24h: tradedVolume(parts.db, parts.clock) },
  }),
  ...keptQuotesHandlers(parts),
})
