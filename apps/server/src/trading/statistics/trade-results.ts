import type { TradeResults } from '@candor/contract'
import { divide, roundHalfEven, usdt, writeScaled, writeUsdt } from '@candor/money'
import type { Market } from '@candor/rules'
import type { Database } from '../../platform/database/database.ts'
import { isoOf } from '../../platform/iso-time.ts'
import { type ExtremeRow, extremeOrder, gainsAndLosses } from '../orders/list/order-list-store.ts'
import { closedOrders, groupedResults, type ResultsRequest, resultsByTag } from './trade-statistics.ts'

/** Shares have this many decimals. */
const shareScale = 4

/** Computes what closed orders of a period came to: totals, ratios, the extremes, and each market and day (UTC). */
export async function tradeResults(
  db: Database,
  markets: readonly Market[],
  request: ResultsRequest,
): Promise<TradeResults> {
  const orders = closedOrders(request)
  const [{ all, byMarket, byPeriod }, { gained, lost }, best, worst, byTag] = await Promise.all([
    groupedResults(db, request, 'day'),
    gainsAndLosses(db, orders),
    extremeOrder(db, orders, 'best'),
    extremeOrder(db, orders, 'worst'),
    resultsByTag(db, request),
  ])
  return {
    ...all,
    gained: writeUsdt(gained),
    lost: writeUsdt(lost),
    profitFactor: share(gained, -lost),
    winRate: share(BigInt(all.gains), BigInt(all.count)),
    averageGain: average(gained, all.gains),
    averageLoss: average(lost, all.losses),
    expectancy: average(usdt(all.net).minor, all.count),
    best: best && toTrade(markets, best),
    worst: worst && toTrade(markets, worst),
    byMarket,
    byTag,
    byDay: byPeriod.map(({ from, ...sums }) => ({ date: from.slice(0, 10), ...sums })),
  }
}

const share = (part: bigint, whole: bigint): string | null =>
  whole === 0n
    ? null
    : writeScaled(divide(part * 10n ** BigInt(shareScale), whole, roundHalfEven), shareScale)

const average = (sum: bigint, count: number): string | null =>
  count === 0 ? null : writeUsdt(divide(sum, BigInt(count), roundHalfEven))

const toTrade = (markets: readonly Market[], { id, kind, code, net, closed_at }: ExtremeRow) => ({
  id,
  type:
    kind === 'option'
      ? ('options' as const)
      : markets.find((market) => market.code === code)?.type === 4
        ? ('futures' as const)
        : ('contracts' as const),
  code,
  net: writeUsdt(net),
  closedAt: isoOf(closed_at),
})
