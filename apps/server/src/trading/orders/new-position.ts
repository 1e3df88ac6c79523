import type { Market, Placement, PlacementRequest, TradableQuote } from '@candor/rules'
import type { Account, Position } from '../engine/position.ts'

/** An order that the rules accepted, with the terms and the quote they decided at. */
export interface AcceptedOrder {
  readonly request: PlacementRequest
  readonly placement: Placement
  readonly market: Market
  readonly quote: TradableQuote
}

/** Creates the position of an accepted order: one that is open now, or one that waits for its level. */
export function newPosition(
  { request, placement, market }: Omit<AcceptedOrder, 'quote'>,
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
    direction: request.direction,
    kind: request.kind,
    lots: placement.lots,
    leverage: request.leverage,
    openPrice: placement.openPrice,
    marginMinor: placement.marginMinor,
    createdAt: named.now,
    openedAt: request.kind === 'market' ? named.now : null,
    expiresAt: request.expiresAt,
    partOf: null,
    status: request.kind === 'market' ? 'open' : 'pending',
    price: request.kind === 'market' ? null : request.price,
    stopLoss: request.stopLoss,
    takeProfit: request.takeProfit,
    trailing: request.trailing,
    feeMinor: request.kind === 'market' ? placement.commissionMinor : 0n,
    swapMinor: 0n,
    swappedThrough: named.now,
    closePrice: null,
    profitMinor: null,
    closeReason: null,
    closedAt: null,
    holds: [{ id: named.id, minor: heldFor(request, placement) }],
    owedMinor: 0n,
    inDoubt: 0,
    events: 1,
    stopTicket: -1,
    targetTicket: -1,
    entryTicket: -1,
    expiryTicket: -1,
    trail: null,
  }
}

/** An order that waits holds its opening commission too: it pays it when it fills. */
const heldFor = ({ kind }: PlacementRequest, { marginMinor, commissionMinor }: Placement): bigint =>
  kind === 'market' ? marginMinor : marginMinor + commissionMinor
