import { useMemo, useState } from 'react'
import { readStored, writeStored } from '../../session/browser-storage.ts'
import { useFavourites } from './use-favourites.ts'
import { useNamedWatchlists } from './use-named-watchlists.ts'

export type ShownWatchlist = ReturnType<typeof useShownWatchlist>

/** The watchlist chosen in the list of markets, remembered in this browser, and the markets that are on any. */
export function useShownWatchlist() {
  const { codes: favourites, watch } = useFavourites()
  const { lists } = useNamedWatchlists()
  const [id, setId] = useState(() => readStored('watchlistShown'))
  const show = (next: string | null) => {
    setId(next)
    writeStored('watchlistShown', next)
  }
  const shown = lists.find((list) => list.id === id) ?? null
  const codes = useMemo(() => (shown === null ? favourites : new Set(shown.codes)), [shown, favourites])
  const marked = useMemo(
    () => new Set([...favourites, ...lists.flatMap((list) => list.codes)]),
    [favourites, lists],
  )
  return { lists, shown, show, codes, marked, watch }
}
