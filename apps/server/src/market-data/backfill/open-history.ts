import { candleOpenTime, intervalMs } from '@candor/rules'
import { barInPrices } from '../candles/bar-in-prices.ts'
import type { CandleKeeper } from '../candles/candle-keeper.ts'
import { newestCandles } from '../candles/candle-store.ts'
import type { MemoryPriceBoard } from '../price-board/memory-price-board.ts'
import type { Backfill } from './backfill-store.ts'
import { Backfiller, type BackfillerOptions } from './backfiller.ts'
import { GapWatch } from './watch-gaps.ts'

const dayMs = intervalMs['1d']

/** Fills the charts of live markets from the exchanges and watches for gaps; null where no market has such an exchange. */
export async function openHistory(
  options: BackfillerOptions,
  board: MemoryPriceBoard,
): Promise<Backfiller | null> {
  const { db, log, candles, markets } = options
  if (markets.length === 0) return null
  const backfiller = new Backfiller({ ...options, onPage: (page) => fillDay(page, board, candles) })
  const newest = new Map<string, number>()
  for (const { code, source, interval, openTime } of await newestCandles(db))
    if (interval === '1m' && markets.some((one) => one.code === code && one.source === source))
      newest.set(code, openTime)
  const watch = new GapWatch(
    newest,
    (code) => board.market(code),
    (code, gap) =>
      void backfiller
        .missed(code, gap)
        .catch((error: unknown) => log.warn({ code, error: String(error) }, 'a gap could not be noted')),
  )
  board.onDisplayed((quote) => watch.take(quote))
  return backfiller
}

/** Gives the figures of the last 24 hours what the exchange says of the hours before the first quote. */
async function fillDay(
  { code, source, interval, why }: Pick<Backfill, 'code' | 'source' | 'interval' | 'why'>,
  board: MemoryPriceBoard,
  candles: CandleKeeper,
): Promise<void> {
  const latest = board.displayed(code)
  const market = board.market(code)
  if (why !== 'past' || (interval !== '1m' && interval !== '15m')) return
  if (latest === null || market === null || latest.source !== source) return
  const to = candleOpenTime('1m', latest.time)
  const range = { from: to - 2 * dayMs, to, limit: 3_000 }
  const minutes = await candles.page({ code, source, interval: '1m' }, range)
  const first = minutes[0]?.openTime ?? to
  const quarters = await candles.page({ code, source, interval: '15m' }, { ...range, limit: 200 })
  const before = quarters.filter(({ openTime }) => openTime + intervalMs['15m'] <= first)
  board.underlayDay(
    code,
    source,
    [...before, ...minutes].map((bar) => barInPrices(bar, market)),
  )
}
