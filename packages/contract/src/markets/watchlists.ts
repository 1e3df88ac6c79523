import { longestWatchlistName, mostWatchedMarkets, mostWatchlists } from '@candor/rules'
import { z } from 'zod'
import { call } from '../call.ts'

const own = '/swx/customer/user'

const watchlist = z.object({ id: z.string(), name: z.string(), codes: z.array(z.string()) })
const watchlists = z.array(watchlist)

/** Calls of a customer's named watchlists; the favourites have their own (`listWatchlist`, `watchlist`). */
export const namedWatchlistsCalls = {
  listWatchlists: call({
    method: 'GET',
    path: `${own}/listWatchlists`,
    summary: 'The customer’s named watchlists with the codes of their markets, in the customer’s order',
    access: 'customer',
    input: z.object({}),
    result: watchlists,
  }),
  saveWatchlist: call({
    method: 'POST',
    path: `${own}/saveWatchlist`,
    summary:
      'Creates a named watchlist under an id of the client’s, or replaces the one with that id; at most 20, with up to 100 markets each',
    access: 'customer',
    input: z.object({
      id: z.uuid(),
      name: z.string().trim().min(1).max(longestWatchlistName),
      codes: z.array(z.string().max(20)).max(mostWatchedMarkets),
      /** Place among the lists, from 0; absent: its own, and for a new one the last. */
      position: z
        .number()
        .int()
        .min(0)
        .max(mostWatchlists - 1)
        .optional(),
    }),
    result: watchlists,
  }),
  removeWatchlist: call({
    method: 'POST',
    path: `${own}/removeWatchlist`,
    summary: 'Deletes a named watchlist; saved again with its id, it is back',
    access: 'customer',
    input: z.object({ id: z.uuid() }),
    result: watchlists,
  }),
} as const
