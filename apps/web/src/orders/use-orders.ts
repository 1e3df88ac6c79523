import type { ContractOrder, MarketItem } from '@candor/contract'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useMarketList } from '../markets/use-market-list.ts'
import { type CallResult, callServer } from '../session/call-server.ts'
import { useSession } from '../session/session-store.ts'
import { callKey } from '../session/use-call.ts'

export type OrderTab = 'open' | 'pending' | 'closed' | 'cancelled' | 'expired'

export interface OrderListState {
  readonly orders: readonly ContractOrder[] | undefined
  readonly failed: boolean
  readonly retry: () => void
  readonly hasMore: boolean
  readonly loadingMore: boolean
  readonly more: () => void
}

/** How many pages are fetched unasked for what is worked out over a whole list. */
const mostPages = 20

type Page = CallResult<'listContractOrder'>

/**
 * The customer's orders of one state, newest first, page by page; the account's socket makes them fresh. With `every`
 * the pages come by themselves, up to 2 000 orders: totals and searches need them all.
 */
export function useOrders(
  status: OrderTab,
  { every = false }: { readonly every?: boolean } = {},
): OrderListState {
  const { isLogin } = useSession()
  const input = { status, limit: every ? 100 : 50 }
  const query = useInfiniteQuery<Page, Error, InfiniteData<Page>, readonly unknown[], string | null>({
    // Kept apart from the same question asked for one page: the answers have different shapes.
    queryKey: [...callKey('listContractOrder', input), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      callServer(
        'listContractOrder',
        { ...input, ...(pageParam === null ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null,
    getNextPageParam: (page) => page.nextCursor,
    enabled: isLogin,
  })
  const { hasNextPage, isFetching, fetchNextPage } = query
  const pages = query.data?.pages.length ?? 0
  useEffect(() => {
    if (every && hasNextPage && !isFetching && pages < mostPages) void fetchNextPage()
  }, [every, hasNextPage, isFetching, pages, fetchNextPage])
  const orders = useMemo(() => query.data?.pages.flatMap((page) => page.items), [query.data])
  return {
    orders,
    failed: query.isError && orders === undefined,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    more: () => void query.fetchNextPage(),
  }
}

/** Markets by their code, for digits, tariffs and names beside orders. */
export function useMarketsByCode(): ReadonlyMap<string, MarketItem> {
  const { markets } = useMarketList()
  return useMemo(() => new Map((markets ?? []).map((market) => [market.code, market])), [markets])
}
