import { type AccountMode, conversionCodes } from '@candor/rules'
import type { QuoteHistory } from '../../market-data/history/quote-paths.ts'
import type { PriceBoard } from '../../market-data/price-board/price-board.ts'
import { withRetry } from '../../platform/database/transient-errors.ts'
import type { PositionBook } from '../engine/book.ts'
import { lastStoredQuote } from '../quotes/last-quote.ts'
import type { Valuation } from './valuation.ts'

interface ClosedMarketOptions {
  readonly board: PriceBoard
  readonly book: PositionBook
  readonly quoteHistory: QuoteHistory
  /** By market, the moment of its newest split: quotes of the old scale are worth nothing any more. */
  readonly splits: () => Promise<ReadonlyMap<string, number>>
  readonly onFailure: (error: unknown) => void
}

const modes: readonly AccountMode[] = ['demo', 'real']

/**
 * Values positions of markets that are closed when an engine begins, and the currencies they are in, by the last stored quote of their
 * hours, as the previous engine did (ADR-179). Otherwise an account with a position in a closed market could not be valued until that
 * market opens. An open market quotes soon and needs no stored quote.
 */
export async function markClosedMarkets(options: ClosedMarketOptions, valuation: Valuation): Promise<void> {
  const { board, book, quoteHistory, onFailure, splits } = options
  const closed = [...codesOf(book)].flatMap((code) => {
    const market = board.listed(code)
    return market === null || board.isOpen(code) ? [] : market
  })
  if (closed.length === 0) return
  try {
    const scaleSince = await splits()
    // No cases: each market's quotes are read, or read again.
    for (const market of closed) {
      const splitAt = scaleSince.get(market.code) ?? null
      const wanted = { market, splitAt, before: Number.MAX_SAFE_INTEGER }
      for (const mode of modes) {
        const last = await withRetry(() => lastStoredQuote(quoteHistory, { ...wanted, mode }))
        if (last !== null) valuation.of(mode).mark(last)
      }
    }
  } catch (error) {
    // Without them the accounts wait for those markets to open.
    onFailure(error)
  }
}

function codesOf({ positions }: PositionBook): Set<string> {
  const codes = new Set<string>()
  for (const { market } of positions.values()) {
    codes.add(market.code)
    for (const { code } of conversionCodes(market.quoteCurrency)) codes.add(code)
  }
  return codes
}
