import type { namedWatchlistsCalls } from '@candor/contract'
import { decideWatchlist, marketByIdOrCode, type Watchlist } from '@candor/rules'
import type { ServerContext } from '../module.ts'
import type { HandlersOf } from '../platform/http/handlers.ts'
import { invalidField, orRefuse } from '../platform/http/refusal.ts'
import { lockWatchlistsOf, replaceWatchlists, watchlistsOf } from './named-watchlists-store.ts'

type Shown = { id: string; name: string; codes: string[] }[]

const shown = (lists: readonly Watchlist[]): Shown =>
  lists.map((list) => ({ ...list, codes: [...list.codes] }))

/** Finds the codes of markets named by code or id. */
const codesOf = (names: readonly string[]): string[] =>
  names.map((name) => {
    const market = marketByIdOrCode(name)
    if (market === null) throw invalidField('codes', 'unknown_market')
    return market.code
  })

/** Handlers of the calls about a customer's named watchlists. */
export function namedWatchlistsHandlers({ db }: ServerContext): HandlersOf<typeof namedWatchlistsCalls> {
  const change = (userId: string, decide: (lists: readonly Watchlist[]) => readonly Watchlist[]) =>
    db.transaction(async (tx) => {
      await lockWatchlistsOf(tx, userId)
      const lists = decide(await watchlistsOf(tx, userId))
      await replaceWatchlists(tx, userId, lists)
      return shown(lists)
    })
  return {
    listWatchlists: async (_input, { userId }) => shown(await watchlistsOf(db.query, userId)),
    saveWatchlist: (input, { userId }) => {
      const list = { ...input, codes: codesOf(input.codes) }
      return change(userId, (lists) => orRefuse(decideWatchlist(lists, list)))
    },
    removeWatchlist: ({ id }, { userId }) =>
      change(userId, (lists) => lists.filter((list) => list.id !== id)),
  }
}
