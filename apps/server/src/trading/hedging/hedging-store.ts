import type { Lots } from '@candor/money'
import { statesBefore } from '@candor/rules'
import type { HedgeSide } from '@candor/rules/hedging/decide-hedge.ts'
import { type HedgeOrderState, hedgeOrderMoves, isHedgeFinal } from '@candor/rules/hedging/hedge-order.ts'
import type { HedgePosition } from '@candor/rules/hedging/hedge-position.ts'
import { sql } from 'kysely'
import type { Database, Reader, Tx } from '../../platform/database/database.ts'
import type { Quantity } from './venue.ts'

/** An order that was stored and has not ended. */
export interface OpenHedge {
  readonly clientId: string
  readonly code: string
  readonly symbol: string
  readonly side: HedgeSide
  readonly lots: Lots
  readonly quantity: Quantity
  readonly state: HedgeOrderState
  readonly createdAt: number
  readonly sentAt: number
}

export type NewHedge = Omit<OpenHedge, 'state' | 'sentAt'> & {
  readonly venue: string
  readonly fence: bigint
}

/** Stores an order before it is sent. The database refuses it where another engine leads, or another order of the market is open. */
export async function storeHedge(db: Database, order: NewHedge): Promise<OpenHedge> {
  const { clientId, createdAt, ...rest } = order
  const at = BigInt(createdAt)
  await db.query
    .insertInto('hedging_orders')
    .values({ ...rest, client_id: clientId, created_at: at, sent_at: at })
    .execute()
  return { ...order, state: 'pending', sentAt: createdAt }
}

/** Notes that an order is about to be sent again. */
export async function noteResending(
  db: Database,
  clientId: string,
  fence: bigint,
  at: number,
): Promise<void> {
  await db.query
    .updateTable('hedging_orders')
    .set({ fence, sent_at: BigInt(at) })
    .where('client_id', '=', clientId)
    .where('state', '=', 'pending')
    .execute()
}

/** Changes of an order by a report of the venue. */
export interface HedgeChange {
  readonly state: Exclude<HedgeOrderState, 'pending'>
  readonly executed: bigint
  readonly venueOrderId: string | null
  readonly reason: string | null
  readonly at: number
}

/** Moves an order, if it is not there yet. */
export async function moveHedge(db: Database, clientId: string, change: HedgeChange): Promise<void> {
  const { state, executed, venueOrderId, reason, at } = change
  await db.query
    .updateTable('hedging_orders')
    .set({
      state,
      executed,
      reason,
      venue_order_id: venueOrderId,
      ended_at: isHedgeFinal(state) ? BigInt(at) : null,
    })
    .where('client_id', '=', clientId)
    .where('state', 'in', statesBefore(hedgeOrderMoves, state))
    .execute()
}

/** Reads the orders that have not ended, of which there is one a market. */
export async function openHedges(reader: Reader): Promise<OpenHedge[]> {
  const rows = await reader
    .selectFrom('hedging_orders')
    .select(['client_id', 'code', 'symbol', 'side', 'lots', 'quantity', 'state', 'created_at', 'sent_at'])
    .where('state', 'in', ['pending', 'working'])
    .execute()
  return rows.map((row) => ({
    ...{ clientId: row.client_id, code: row.code, symbol: row.symbol, side: row.side, state: row.state },
    ...{ lots: row.lots as Lots, quantity: row.quantity as Quantity },
    ...{ createdAt: Number(row.created_at), sentAt: Number(row.sent_at) },
  }))
}

/** Sums the executions of an order that are booked, as the venue counts. */
export async function bookedOf(reader: Reader, clientId: string): Promise<bigint> {
  const { sum } = await reader
    .selectFrom('hedging_fills')
    .select(sql<bigint>`coalesce(sum(quantity), 0)::bigint`.as('sum'))
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  return sum
}

/** Returns which of these client ids are orders of ours in a market. */
export async function ownOrders(
  reader: Reader,
  code: string,
  clientIds: readonly string[],
): Promise<Set<string>> {
  if (clientIds.length === 0) return new Set()
  const rows = await reader
    .selectFrom('hedging_orders')
    .select('client_id')
    .where('code', '=', code)
    .where('client_id', 'in', [...clientIds])
    .execute()
  return new Set(rows.map(({ client_id }) => client_id))
}

/** Reads the position in a market at a venue; zero where there was none. */
export async function positionOf(reader: Reader, venue: string, code: string): Promise<HedgePosition> {
  const row = await reader
    .selectFrom('hedging_positions')
    .select(['lots', 'cost'])
    .where('venue', '=', venue)
    .where('code', '=', code)
    .executeTakeFirst()
  return row === undefined ? { lots: 0n, cost: 0n } : { lots: row.lots, cost: BigInt(row.cost) }
}

/** Locks the position of a market until the transaction ends: executions are booked one after the other. */
export async function lockPosition(tx: Tx, venue: string, code: string): Promise<HedgePosition> {
  await tx
    .insertInto('hedging_positions')
    .values({ venue, code, lots: 0n, cost: '0' })
    .onConflict((on) => on.doNothing())
    .execute()
  const row = await tx
    .selectFrom('hedging_positions')
    .select(['lots', 'cost'])
    .where('venue', '=', venue)
    .where('code', '=', code)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return { lots: row.lots, cost: BigInt(row.cost) }
}

/** Writes a position that this transaction has locked. */
export async function writePosition(
  tx: Tx,
  venue: string,
  code: string,
  { lots, cost }: HedgePosition,
): Promise<void> {
  await tx
    .updateTable('hedging_positions')
    .set({ lots, cost: cost.toString() })
    .where('venue', '=', venue)
    .where('code', '=', code)
    .execute()
}
