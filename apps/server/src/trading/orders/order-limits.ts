import type { PlacementRequest } from '@candor/rules'
import type { Requester } from '../engine/engine-context.ts'
import type { Account } from '../engine/position.ts'

/**
 * Returns the account's limit of open positions or waiting orders if the request would exceed it; null otherwise. What waits may fill
 * beyond the limit of positions, so both together are bounded too.
 */
export function orderLimitReached(
  { positions, waiting }: Account,
  { kind }: PlacementRequest,
  { limits }: Requester,
): { most: number } | null {
  if (limits === undefined) return null
  const { openMost, waitingMost } = limits
  if (kind === 'market') return positions.size >= openMost ? { most: openMost } : null
  const isFull = waiting.size >= waitingMost || positions.size + waiting.size >= openMost + waitingMost
  return isFull ? { most: waitingMost } : null
}
