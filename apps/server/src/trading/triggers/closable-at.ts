import type { TradableQuote } from '@candor/rules'
import type { EngineContext } from '../engine/engine-context.ts'
import type { Account, Position } from '../engine/position.ts'

/**
 * Returns the newest quote of a market that counts for this account, if one arrived after `quote`. A close that waited for the end of an
 * account's doubt is decided by the value at that time, so it uses that quote too.
 */
export function newestSince(
  { valuation }: EngineContext,
  { mode }: Account,
  quote: TradableQuote,
): TradableQuote {
  const newest = valuation.of(mode).prices(quote.code)
  return newest !== null && newest.seq > quote.seq ? newest : quote
}

/**
 * The quote at which the engine could close a position by itself while `quote` is taken; null where its market is closed, its
 * newest quote too old or not for this account, or a change of the position is not certain yet.
 */
export function closableAt(
  { board, valuation, isFresh }: EngineContext,
  position: Position,
  quote: TradableQuote,
): TradableQuote | null {
  const { code } = position.market
  const { mode } = position.account
  const at = code === quote.code ? quote : valuation.of(mode).prices(code)
  if (at === null || position.inDoubt > 0) return null
  if (at === quote) return at
  // Just after a split or a dividend a market has no price that trades, only one to be valued at.
  if (board.latestTradable(code, mode) === null || valuation.of(mode).adjustedMark(code) !== null) return null
  return board.isOpen(code) && isFresh(at) ? at : null
}
