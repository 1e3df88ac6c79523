import { mostWatchlists, type Watchlist } from '@candor/rules/markets/watchlists.ts'
import { parseStored } from '../../session/browser-storage.ts'

const isText = (value: unknown): value is string => typeof value === 'string'

function isWatchlist(value: unknown): value is Watchlist {
  const list = value as Partial<Record<keyof Watchlist, unknown>> | null
  return isText(list?.id) && isText(list.name) && Array.isArray(list.codes) && list.codes.every(isText)
}

/** Reads a visitor's watchlists as the browser stored them; what is no watchlist is left out. */
export function readWatchlists(stored: string | null): readonly Watchlist[] {
  const lists = parseStored(stored)
  return Array.isArray(lists) ? lists.filter(isWatchlist).slice(0, mostWatchlists) : []
}
