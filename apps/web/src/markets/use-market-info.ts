import { useMemo } from 'react'
import { prices } from '../live/price-socket.ts'
import { type ReadOptions, useRead } from '../session/use-call.ts'

/** One market with its whole rule set, by id or code; how old its price was is known from then on. */
export function useMarketInfo(id: string, options: ReadOptions = { staleMs: 300_000 }) {
  const answer = useRead('getMarketInfo', { id }, options)
  const { data, dataUpdatedAt } = answer
  // Dating is idempotent and must precede the first drawing of the price.
  useMemo(() => data && prices.date([data], dataUpdatedAt), [data, dataUpdatedAt])
  return answer
}
