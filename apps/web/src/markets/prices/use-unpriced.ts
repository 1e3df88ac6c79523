import type { MarketItem } from '@candor/contract'
import { useSyncExternalStore } from 'react'
import { prices } from '../../live/price-socket.ts'
import { followSeconds } from './follow-seconds.ts'

/** Returns the reason why a market has no price; null once one has come. Renders only on a change. */
export const useUnpriced = ({ code, noPrice }: MarketItem): MarketItem['noPrice'] =>
  useSyncExternalStore(followSeconds, () => (prices.quotedAtMs(code) === null ? noPrice : null))
