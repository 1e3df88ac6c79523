import type { InstallationStatus } from '@candor/contract'
import { type Market, marketTypeNames, maxQuoteAgeMs } from '@candor/rules'
import type { PriceBoard } from '../../market-data/price-board/price-board.ts'

const types = [1, 2, 3, 4] as const

/** Counts, for each class of markets, those that are open and those of them without a fresh price. */
export const feedsOf = (board: PriceBoard): InstallationStatus['feeds'] =>
  types.map((type) => feedOf(board, type))

/** Alerts for classes of markets that should quote now and do not, all of them or some. */
export const feedAlerts = (board: PriceBoard) =>
  types.flatMap((type) => {
    const { open, stale } = feedOf(board, type)
    if (stale === 0) return []
    const text = `No fresh prices in ${stale} of ${open} open markets: ${marketTypeNames[type]}`
    return [{ tone: stale === open ? ('bad' as const) : ('warn' as const), text, sinceMs: null }]
  })

function feedOf(board: PriceBoard, type: (typeof types)[number]): InstallationStatus['feeds'][number] {
  const own = board.markets.filter((market) => market.type === type)
  const open = own.filter(({ code }) => board.isOpen(code))
  const quotes = own.flatMap(({ code }) => board.latest(code) ?? [])
  const isFresh = (market: Market) => {
    const quote = board.latest(market.code)
    return quote !== null && board.ageMs(quote) <= maxQuoteAgeMs(market, quote.source)
  }
  return {
    type,
    markets: own.length,
    open: open.length,
    stale: open.filter((market) => !isFresh(market)).length,
    sources: [...new Set(quotes.map(({ source }) => source))],
    newestAgeMs:
      quotes.length === 0
        ? null
        : Math.max(0, Math.round(Math.min(...quotes.map((quote) => board.ageMs(quote))))),
  }
}
