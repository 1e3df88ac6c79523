import type { Artwork, ArtworkMessage, ArtworkPage, CharityBook, OwnArtwork } from '@candor/contract'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useApiQuery } from '../session/calls/use-call.ts'
import { type PagedList, usePages } from '../session/calls/use-pages.ts'
import { useSession } from '../session/session-store.ts'
import { changedArtwork, changedPage } from './artwork-news.ts'
import { useArtworkNews } from './artwork-socket.ts'
import { inputOf, type MarketFilter } from './market/market-filter.ts'

export const useMarket = (filter: MarketFilter): PagedList<Artwork> => usePages('listNft', inputOf(filter))

export const useArtwork = (id: string) => useApiQuery('getNftById', { id })

/** The customer's own part in one work; undefined while unknown, null for none. */
export function useOwnArtwork(id: string): OwnArtwork | null | undefined {
  const { isLogin, mode } = useSession()
  const real = isLogin && mode === 'real'
  const { data } = useApiQuery('listMyNft', { id }, { enabled: real })
  if (!real) return null
  return data === undefined ? undefined : (data.items[0] ?? null)
}

export const useOwnArtworks = (mine: OwnArtwork['mine']): PagedList<OwnArtwork> =>
  usePages('listMyNft', { mine })

export const useCharityBook = () => usePages('charityLedger', {})

/** The totals alone, for the top of the market page. */
export function useCharityTotals(): Pick<CharityBook, 'charity' | 'totals'> | undefined {
  return useApiQuery('charityLedger', { limit: 1 }).data
}

/** Keeps the shown works up to date with each bid and sale; returns false while the connection is lost. */
export function useLiveArtworks(): boolean {
  const queries = useQueryClient()
  const hear = useCallback(
    ({ data: change }: ArtworkMessage) => {
      if (change === null) return
      queries.setQueriesData<ArtworkPage>({ queryKey: ['getNftById'] }, (shown) =>
        shown === undefined ? shown : changedPage(shown, change),
      )
      queries.setQueriesData<InfiniteData<{ items: Artwork[] }>>({ queryKey: ['listNft'] }, (shown) =>
        shown === undefined
          ? shown
          : {
              ...shown,
              pages: shown.pages.map((page) => ({
                ...page,
                items: page.items.map((item) => changedArtwork(item, change)),
              })),
            },
      )
      void queries.invalidateQueries({ queryKey: ['listMyNft'] })
      // A change without a bid may add or move a work, so the lists are loaded again.
      if (change.bid !== null) return
      for (const name of ['listNft', 'getNftById', 'charityLedger'])
        void queries.invalidateQueries({ queryKey: [name] })
    },
    [queries],
  )
  return useArtworkNews(hear) !== 'lost'
}
