import type { MarketItem } from '@candor/contract'
import { useMemo } from 'react'
import { prices } from '../../live/price-socket.ts'
import { useApiQuery } from '../../session/calls/use-call.ts'
import { dayLines } from '../prices/day-lines.ts'

export interface MarketListState {
  readonly markets: readonly MarketItem[] | undefined
  readonly failed: boolean
  readonly retry: () => void
}

/** All markets; reloaded each minute for opening hours and sources. Prices arrive over the socket. */
export function useMarketList(): MarketListState {
  const { data, dataUpdatedAt, isError, refetch } = useApiQuery(
    'listMarketByType',
    {},
    { staleMs: 30_000, refetchIntervalMs: 60_000 },
  )
  // Seeding is idempotent and must precede the first drawing of the rows.
  useMemo(() => data && dayLines.seed(data), [data])
  useMemo(() => data && prices.date(data, dataUpdatedAt), [data, dataUpdatedAt])
  return { markets: data, failed: isError && data === undefined, retry: () => void refetch() }
}
