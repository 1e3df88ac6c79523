import { basename } from 'node:path'
import { type Market, marketByCode, type Quote, type TradableQuote } from '@candor/rules'
import { openReplayFolder, readRecording } from '../apps/server/src/market-data/feeds/replay/recording.ts'
import { MemoryPriceBoard } from '../apps/server/src/market-data/price-board/memory-price-board.ts'
import { ManualClock } from '../apps/server/src/platform/clock.ts'

/** A recorded quote, and what the price board makes of it when it arrives live. */
export interface ArrivingQuote {
  /** Time of its arrival at the server, epoch ms. */
  readonly at: number
  readonly quote: Quote
  /** Null: the board does not trade on it. */
  readonly tradable: TradableQuote | null
}

/** The quotes of one market and day, in the order of their arrival. */
export interface MarketDay {
  readonly market: Market
  readonly quotes: readonly ArrivingQuote[]
}

export interface RecordedDay {
  /** YYYYMMDD. */
  readonly day: string
  readonly files: readonly { readonly market: Market; readonly file: string }[]
}

/** Lists the recorded days in a folder, oldest first. */
export async function recordedDays(dir: string): Promise<RecordedDay[]> {
  const { recordings } = await openReplayFolder(dir, (code) => marketByCode(code) !== null)
  const days = new Map<string, { market: Market; file: string }[]>()
  for (const { code, files } of recordings) {
    const market = marketByCode(code)
    if (market === null) continue
    for (const file of files) {
      const day = basename(file).split('.')[1] ?? ''
      days.set(day, [...(days.get(day) ?? []), { market, file }])
    }
  }
  return [...days].map(([day, files]) => ({ day, files })).sort((a, b) => (a.day < b.day ? -1 : 1))
}

/** Reads a recording as live quotes that were made at their recorded times and arrive `lateMs` after them. */
export async function readMarketDay(
  { market, file }: RecordedDay['files'][number],
  lateMs: number,
): Promise<MarketDay> {
  const clock = new ManualClock(0)
  const board = new MemoryPriceBoard({ markets: [market], clock, firstSeq: 1, sandbox: true })
  let judged: TradableQuote | null = null
  board.onTradable((quote) => {
    judged = quote
  })
  const quotes: ArrivingQuote[] = []
  for await (const batch of readRecording({ code: market.code, files: [file] }))
    for (const recorded of batch) {
      const quote: Quote = { ...recorded, source: 'live' }
      clock.set(Math.max(clock.now(), quote.time + lateMs))
      judged = null
      board.offer(quote)
      quotes.push({ at: clock.now(), quote, tradable: judged })
    }
  return { market, quotes }
}

/** Returns the median time between two quotes, in ms. */
export function medianGapMs({ quotes }: MarketDay): number {
  const gaps = quotes.slice(1).map(({ at }, index) => at - (quotes[index]?.at ?? at))
  return gaps.sort((a, b) => a - b)[gaps.length >> 1] ?? 0
}
