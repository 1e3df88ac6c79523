import type { Market, Placement, PlacementAsk } from '@candor/rules'
import type { Account, Position } from './position.ts'

/** An accepted order as a position that begins now. */
export function newPosition(
  ask: PlacementAsk,
  placement: Placement,
  market: Market,
  account: Account,
  named: { readonly id: string; readonly publicId: string; readonly sequence: bigint; readonly now: number },
): Position {
  return {
    id: named.id,
    sequence: named.sequence,
    orderNo: `C${named.sequence.toString().padStart(8, '0')}`,
    publicId: named.publicId,
    account,
    market,
    direction: ask.direction,
    kind: ask.kind,
    lots: placement.lots,
    leverage: ask.leverage,
    openPrice: placement.openPrice,
    marginMinor: placement.marginMinor,
    createdAt: named.now,
    openedAt: named.now,
    status: 'open',
    stopLoss: ask.stopLoss,
    takeProfit: ask.takeProfit,
    feeMinor: placement.commissionMinor,
    swapMinor: 0n,
    swappedThrough: named.now,
    closePrice: null,
    profitMinor: null,
    closeReason: null,
    closedAt: null,
    events: 1,
    stopTicket: -1,
    targetTicket: -1,
  }
}
