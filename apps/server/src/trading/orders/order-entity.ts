import type { ContractOrder } from '@candor/contract'
import { type Lots, type Price, writeLots, writePrice, writeRate, writeUsdt } from '@candor/money'
import { type Market, marginLevelsOf, standardMarginLevels } from '@candor/rules'
import { isoOf, isoOrNull } from '../../platform/iso-time.ts'
import type { Position } from '../engine/position.ts'
import type { ContractRow } from './orders-tables.ts'

const priceOrNull = (price: Price | bigint | null, digits: number): string | null =>
  price === null ? null : writePrice(price as Price, digits)

/** Builds the order entity of a position in memory; `profitMinor` and `lastPrice` are current values while it is open. */
export function orderOf(
  position: Position,
  profitMinor: bigint | null,
  lastPrice: Price | null,
): ContractOrder {
  const { market } = position
  return {
    id: position.id,
    orderNo: position.orderNo,
    type: market.type === 4 ? 'futures' : 'contracts',
    code: market.code,
    direction: position.direction,
    kind: position.kind,
    lots: writeLots(position.lots),
    leverage: position.leverage,
    margin: writeUsdt(position.marginMinor),
    price: priceOrNull(position.price, market.digits),
    openPrice: position.openedAt === null ? null : writePrice(position.openPrice, market.digits),
    closePrice: priceOrNull(position.closePrice, market.digits),
    lastPrice: priceOrNull(position.closePrice ?? lastPrice, market.digits),
    stopLoss: priceOrNull(position.stopLoss, market.digits),
    takeProfit: priceOrNull(position.takeProfit, market.digits),
    trailing: priceOrNull(position.trailing, market.digits),
    fee: writeUsdt(position.feeMinor),
    swap: writeUsdt(position.swapMinor),
    profit: profitMinor === null ? null : writeUsdt(profitMinor),
    status: position.status,
    closeReason: position.closeReason,
    createdAt: isoOf(position.createdAt),
    openedAt: isoOrNull(position.openedAt),
    closedAt: isoOrNull(position.closedAt),
    expiresAt: isoOrNull(position.expiresAt),
    partOf: position.partOf,
    terms: {
      spreadAdded: writePrice(market.spreadAdded),
      commissionRate: writeRate(market.commissionRate),
      marginCall: writeRate(marginLevelsOf(market).call),
      marginCloseOut: writeRate(marginLevelsOf(market).closeOut),
    },
    mode: position.account.mode,
  }
}

/** Converts the row of a closed, cancelled or expired order to the order entity. */
export function orderOfRow(row: ContractRow, market: Market): ContractOrder {
  return {
    id: row.id,
    orderNo: row.order_no,
    type: market.type === 4 ? 'futures' : 'contracts',
    code: row.code,
    direction: row.direction,
    kind: row.kind,
    lots: writeLots(row.lots as Lots),
    leverage: row.leverage,
    margin: writeUsdt(row.margin),
    price: priceOrNull(row.price, market.digits),
    openPrice: priceOrNull(row.open_price, market.digits),
    closePrice: priceOrNull(row.close_price, market.digits),
    lastPrice: priceOrNull(row.close_price, market.digits),
    stopLoss: priceOrNull(row.stop_loss, market.digits),
    takeProfit: priceOrNull(row.take_profit, market.digits),
    trailing: priceOrNull(row.trail_distance, market.digits),
    fee: writeUsdt(row.fee),
    swap: writeUsdt(row.swap),
    profit: row.profit === null ? null : writeUsdt(row.profit),
    status: row.status,
    closeReason: row.close_reason,
    createdAt: isoOf(Number(row.created_at)),
    openedAt: isoOrNull(row.opened_at),
    closedAt: isoOrNull(row.closed_at),
    expiresAt: isoOrNull(row.expires_at),
    partOf: row.part_of,
    terms: {
      spreadAdded: row.terms.spreadAdded ?? writePrice(market.spreadAdded),
      commissionRate: row.terms.commissionRate,
      marginCall: row.terms.marginCall ?? writeRate(standardMarginLevels.call),
      marginCloseOut: row.terms.marginCloseOut ?? writeRate(standardMarginLevels.closeOut),
    },
    mode: row.mode,
  }
}
