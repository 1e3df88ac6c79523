import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSession } from '../session-store.ts'
import { type CallInput, type CallResult, callServer } from './call-server.ts'
import { callKey } from './use-call.ts'

type PagedCall =
  | 'listAllOrders'
  | 'listContractOrder'
  | 'listOptionsOrder'
  | 'listSmartOrder'
  | 'listRecharge'
  | 'listWithdrwal'
  | 'listConvert'
  | 'notifications'
  | 'listLoanRecord'
  | 'listNft'
  | 'listMyNft'
  | 'charityLedger'
  | 'invites'
  | 'inviteCommissions'
  | 'listSupport'
type Item<N extends PagedCall> = CallResult<N>['items'][number]

export interface PagedList<T> {
  /** Undefined while the first page is on its way. */
  readonly items: readonly T[] | undefined
  /** Time of the newest response, by the page's clock. */
  readonly heardAtMs: number
  readonly failed: boolean
  readonly retry: () => void
  readonly hasMore: boolean
  readonly loadingMore: boolean
  readonly more: () => void
}

const pageSize = 50
/** Charts have the lines of the orders that the list below them has: one call for both. */
const pageSizes: Partial<Record<PagedCall, number>> = { listContractOrder: 100 }
/** Lists that need no sign-in. */
const open: ReadonlySet<string> = new Set(['listNft', 'charityLedger'])

/** A customer's list that can grow, page by page, newest first; the account's socket makes it fresh. */
export function usePages<N extends PagedCall>(
  name: N,
  filter: CallInput<N>,
): PagedList<Item<N>> & { readonly first: CallResult<N> | undefined } {
  const { isLogin } = useSession()
  const input: CallInput<N> = { limit: pageSizes[name] ?? pageSize, ...filter }
  const query = useInfiniteQuery<
    CallResult<N>,
    Error,
    InfiniteData<CallResult<N>>,
    readonly unknown[],
    string | null
  >({
    queryKey: [...callKey(name, input), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      callServer(name, pageParam === null ? input : { ...input, cursor: pageParam }, { signal }),
    initialPageParam: null,
    getNextPageParam: (page) => page.nextCursor,
    enabled: isLogin || open.has(name),
  })
  const items = useMemo(() => query.data?.pages.flatMap((page) => page.items as Item<N>[]), [query.data])
  return {
    items,
    first: query.data?.pages[0],
    heardAtMs: query.dataUpdatedAt,
    failed: query.isError && items === undefined,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    more: () => void query.fetchNextPage(),
  }
}
