import { accept, type Decision, refuse } from '../decision.ts'

/** Maximum number of watchlists per customer, beside the favourites. */
export const mostWatchlists = 20
/** Maximum number of markets per watchlist. */
export const mostWatchedMarkets = 100
/** Maximum length of a watchlist's name. */
export const longestWatchlistName = 40

export interface Watchlist {
  readonly id: string
  readonly name: string
  /** Codes of its markets, in the order they were added. */
  readonly codes: readonly string[]
}

/** A watchlist as it should be; without a position it keeps its own, and a new one comes last. */
export interface WatchlistChange extends Watchlist {
  readonly position?: number | undefined
}

/** Puts a watchlist among the others, in place of the one with its id. Refuses with `invalidInput` `too_many` beyond the maximum. */
export function decideWatchlist(
  lists: readonly Watchlist[],
  { position, ...change }: WatchlistChange,
): Decision<readonly Watchlist[]> {
  const others = lists.filter(({ id }) => id !== change.id)
  if (others.length >= mostWatchlists)
    return refuse('invalidInput', { issues: [{ path: 'id', code: 'too_many' }], most: mostWatchlists })
  const own = lists.findIndex(({ id }) => id === change.id)
  const at = position ?? (own < 0 ? others.length : own)
  const list = { ...change, codes: [...new Set(change.codes)] }
  return accept(others.toSpliced(at, 0, list))
}
