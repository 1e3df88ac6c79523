import type { AccountMode, Notice, NoticeKind } from '@candor/contract'
import { writeLots, writePrice, writeUsdt } from '@candor/money'
import type { PendingNotice } from '../commits/effect.ts'
import type { Position } from '../engine/position.ts'

const ofOrder = (
  id: string,
  position: Pick<Position, 'id' | 'market' | 'direction' | 'lots'>,
  kind: NoticeKind,
  values: Readonly<Record<string, string>>,
): readonly PendingNotice[] => [
  {
    id,
    kind,
    once: `${kind}:${position.id}`,
    code: position.market.code,
    orderId: position.id,
    values: { direction: position.direction, lots: writeLots(position.lots), ...values },
  },
]

const byItself = new Set(['stopLoss', 'takeProfit', 'trailing', 'expiry', 'roll'])

/** Fields of a closed position that its notice needs. */
type ClosedPosition = Pick<
  Position,
  'id' | 'market' | 'direction' | 'lots' | 'closeReason' | 'closePrice' | 'profitMinor'
>

/** A position that was closed by itself; nothing for what its owner did, or a recording's end. */
export function noticesOfClose(id: string, position: ClosedPosition): readonly PendingNotice[] {
  const { closeReason: reason, closePrice, profitMinor, market } = position
  const kind = reason === 'stopOut' ? 'stopOut' : byItself.has(reason ?? '') ? 'trigger' : null
  if (kind === null || reason === null || closePrice === null || profitMinor === null) return []
  const price = writePrice(closePrice, market.digits)
  return ofOrder(id, position, kind, { reason, price, profit: writeUsdt(profitMinor) })
}

/** A waiting order that opened at its level. */
export const noticesOfFill = (id: string, position: Position): readonly PendingNotice[] =>
  ofOrder(id, position, 'filled', { price: writePrice(position.openPrice, position.market.digits) })

/** Builds the notice of a waiting order that expired. */
export const noticesOfExpiry = (id: string, position: Position): readonly PendingNotice[] =>
  ofOrder(id, position, 'expired', { price: writePrice(position.openPrice, position.market.digits) })

/** A waiting order that was cancelled at its level, because its margin was not covered any more. */
export const noticesOfUnfunded = (id: string, position: Position): readonly PendingNotice[] =>
  ofOrder(id, position, 'unfunded', { price: writePrice(position.openPrice, position.market.digits) })

/** A waiting order that was cancelled at its level, because the operator keeps no more risk in its direction. */
export const noticesOfNotTaken = (id: string, position: Position): readonly PendingNotice[] =>
  ofOrder(id, position, 'notTaken', { price: writePrice(position.openPrice, position.market.digits) })

/** Converts a stored notice to the form the customer sees. */
export const noticeOf = (notice: PendingNotice, mode: AccountMode, at: number): Notice => ({
  id: notice.id,
  kind: notice.kind,
  mode,
  code: notice.code,
  orderId: notice.orderId,
  at: new Date(at).toISOString(),
  read: false,
  facts: { ...notice.values },
})
