import type { MarketItem, Order } from '@candor/contract'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useMarketList } from '../markets/use-market-list.ts'
import { type CallResult, callServer } from '../session/call-server.ts'
import { useSession } from '../session/session-store.ts'
import { callKey } from '../session/use-call.ts'

export type OrderTab = 'open' | 'pending' | 'closed'

export interface OrderListState {
  readonly orders: readonly Order[] | undefined
  readonly failed: boolean
  readonly retry: () => void
  readonly hasMore: boolean
  readonly loadingMore: boolean
  readonly more: () => void
}

const pageSize = 50
type Page = CallResult<'listContractOrder'>

/** The customer's orders of one state, newest first, page by page; the account's socket makes them fresh. */
export function useOrders(status: OrderTab, code?: string): OrderListState {
  const { isLogin } = useSession()
  const input = { status, limit: pageSize, ...(code === undefined ? {} : { code }) }
  const query = useInfiniteQuery<Page, Error, InfiniteData<Page>, readonly unknown[], string | null>({
    queryKey: callKey('listContractOrder', input),
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
