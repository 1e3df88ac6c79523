import type { PlacementRequest } from '@candor/rules'
import type { Requester } from '../engine/engine-context.ts'
import type { Account } from '../engine/position.ts'

/** Returns the account's limit of open positions or waiting orders if the request would exceed it; null otherwise. */
export function orderLimitReached(
  account: Account,
  { kind }: PlacementRequest,
  { limits }: Requester,
): { most: number } | null {
  if (limits === undefined) return null
  const [count, most] =
    kind === 'market' ? [account.positions.size, limits.openMost] : [account.waiting.size, limits.waitingMost]
  return count >= most ? { most } : null
}
