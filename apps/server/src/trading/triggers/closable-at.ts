import { accept, type Decision, refuseUnavailable, type TradableQuote } from '@candor/rules'
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

/** A position that its owner may close now, at its market's newest tradable quote. */
export interface ClosablePosition {
  readonly position: Position
  readonly quote: TradableQuote
}

/** Finds the quote at which the owner of a position may close it; refuses without one, or while the market is halted or closed. */
export function findClosable(context: EngineContext, found: Decision<Position>): Decision<ClosablePosition> {
  if (!found.ok) return found
  const position = found.value
  const { market, account } = position
  const quote = context.board.latestTradable(market.code, account.mode)
  const unavailable = context.unavailable(market, quote, account.mode, 'market')
  if (context.putOffRolls.willMove(position)) return refuseUnavailable('halted')
  // Shortage of the operator's capital stops new risk only: closing takes risk away.
  if (unavailable !== null && unavailable !== 'reserve') return refuseUnavailable(unavailable)
  return quote === null ? refuseUnavailable('stale') : accept({ position, quote })
}
