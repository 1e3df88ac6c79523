import type { ContractOrder } from '@candor/contract'
import { useMemo } from 'react'
import { usePosition } from '../use-position.ts'
import { breakEven } from './break-even.ts'

/** The levels that may be set now, which follow the price. */
export function useBreakEven(order: ContractOrder) {
  const { market, price } = usePosition(order)
  const { quote, conversion } = price
  const levels = useMemo(
    () => (market === null ? null : breakEven(order, market, quote, conversion)),
    [order, market, quote, conversion],
  )
  return { market, levels, isOffered: levels !== null && (levels.price ?? levels.withCosts) !== null }
}
