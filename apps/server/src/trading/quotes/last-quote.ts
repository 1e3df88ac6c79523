import {
  type AccountMode,
  boardQuoteOf,
  countedFor,
  type Market,
  splitPauseMs,
  storedHours,
  type TradableQuote,
  tradableQuote,
} from '@candor/rules'
import type { QuoteHistory } from '../../market-data/history/quote-paths.ts'
import { withRetry } from '../../platform/database/transient-errors.ts'
import type { TradingRuntimeOptions } from '../engine/runtime-options.ts'

/** A quote to look up. */
export interface StoredQuoteRequest {
  readonly market: Market
  readonly mode: AccountMode
  /** Epoch ms. */
  readonly before: number
  /** The moment from which the quote has to come, epoch ms: the market's newest split; null for any. */
  readonly splitAt: number | null
}

/**
 * Returns a market's last stored quote before a moment that was in hours and may decide for accounts of a mode (rulebook, Source of
 * prices). Null if there is none, or none since the market's newest split: earlier quotes are on another scale.
 */
export async function lastStoredQuote(
  { paths, sandbox }: QuoteHistory,
  { market, mode, before, splitAt }: StoredQuoteRequest,
): Promise<TradableQuote | null> {
  const last = await paths.lastInHours(market.code, before, countedFor(mode, sandbox))
  const hours = last && storedHours(last)
  if (last === null || hours === null) return null
  if (splitAt !== null && last.receivedAt < splitAt + splitPauseMs) return null
  return tradableQuote(market, boardQuoteOf(last), hours, sandbox)
}

/** Returns `lastStoredQuote` of a market by its code, after storing all quotes received so far. */
export async function lastQuoteBefore(
  { board, quoteHistory, log, actions }: TradingRuntimeOptions,
  { code, at, mode }: { readonly code: string; readonly at: number; readonly mode: AccountMode },
): Promise<TradableQuote | null> {
  const market = board.listed(code)
  if (market === null || quoteHistory === undefined) return null
  // If this fails, the quotes stored so far are still the best available.
  await withRetry(() => quoteHistory.paths.upToNow()).catch((err: unknown) =>
    log?.error({ err }, 'newest quotes could not be stored'),
  )
  const splitAt = (await actions?.splits())?.get(code)?.at(-1)?.at ?? null
  return lastStoredQuote(quoteHistory, { market, mode, before: at, splitAt })
}
