import type { ContractOrder, MarketItem } from '@candor/contract'
import { useMemo } from 'react'
import { useMarketList } from '../../markets/list/use-market-list.ts'
import { type PagedList, usePages } from '../../session/calls/use-pages.ts'

export type OrderTab = 'open' | 'pending' | 'closed' | 'cancelled' | 'expired'

/** The customer's contracts of one state, newest first, page by page; the account's socket makes them fresh. */
export const useOrders = (status: OrderTab): PagedList<ContractOrder> =>
  usePages('listContractOrder', { status })

/** Markets by code, for the digits, tariffs and names of orders. */
export function useMarketsByCode(): ReadonlyMap<string, MarketItem> {
  const { markets } = useMarketList()
  return useMemo(() => new Map((markets ?? []).map((market) => [market.code, market])), [markets])
}
