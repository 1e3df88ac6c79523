import { useCallback, useMemo } from 'react'
import { goTo, useHashQuery } from '../shell/hash-location.ts'
import { readForMarket, rememberMarket } from './remembered-market.ts'

/** Gives the market that the address names (`?code=&type=&id=`, specification §2), else the one viewed last. */
export function useMarketCode(): readonly [string | null, (code: string) => void] {
  const query = useHashQuery()
  const named = useMemo(() => new URLSearchParams(query).get('code'), [query])
  const code = named ?? readForMarket()
  const isNamed = named !== null
  const pick = useCallback(
    (next: string) => {
      rememberMarket(next)
      goTo(`/market?code=${encodeURIComponent(next)}`, { replace: isNamed })
    },
    [isNamed],
  )
  return [code, pick]
}
