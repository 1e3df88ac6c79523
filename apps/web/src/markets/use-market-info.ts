import { useEffect, useMemo } from 'react'
import { prices } from '../live/price-socket.ts'
import { type ReadOptions, useApiQuery } from '../session/calls/use-call.ts'

/** A timer holds no longer span. */
const longestTimerMs = 2 ** 31 - 2_000

/** One market with its whole rule set, by id or code; how old its price was is known from then on. */
export function useMarketInfo(id: string, options: ReadOptions = { staleMs: 300_000 }) {
  const query = useApiQuery('getMarketInfo', { id }, options)
  const { data, dataUpdatedAt, refetch } = query
  const from = data?.later?.from
  // Announced terms take effect at a stated time; the ticket's data is reloaded then.
  useEffect(() => {
    const inMs = from === undefined ? Number.POSITIVE_INFINITY : Date.parse(from) - Date.now()
    if (inMs > longestTimerMs) return undefined
    const timer = setTimeout(() => void refetch(), Math.max(1_000, inMs + 1_000))
    return () => clearTimeout(timer)
  }, [from, refetch])
  // Dating is idempotent and must precede the first drawing of the price.
  useMemo(() => data && prices.date([data], dataUpdatedAt), [data, dataUpdatedAt])
  return query
}
