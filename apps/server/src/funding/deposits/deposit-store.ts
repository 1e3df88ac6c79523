import {
  type DepositStatus,
  depositMoves,
  type FundingChain,
  type FundingNetwork,
  type StaysInState,
  statesBefore,
} from '@candor/rules'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { isUuid } from '../../platform/uuid.ts'
import type { FundingTables } from '../funding-tables.ts'

export type DepositRow = Selectable<FundingTables['funding_deposits']>
export type DepositEvent = Selectable<FundingTables['funding_deposit_events']>

/** Claims of one customer wait for each other, so that what is summed up cannot change meanwhile. */
export async function lockDepositor(tx: Tx, userId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`funding:${userId}`}, 0))`.execute(tx)
}

export interface SeenRequest {
  readonly userId: string
  readonly chain: FundingChain
  readonly address: string
  readonly hash: string | null
  readonly hashLast6: string
}

/**
 * Checks whether this transaction was reported before and not rejected: at this address by any customer whose deposit was not
 * reversed, or by this customer.
 */
export async function wasSeen(reader: Reader, request: SeenRequest): Promise<boolean> {
  const row = await reader
    .selectFrom('funding_deposits')
    .select('id')
    .where('chain', '=', request.chain)
    .where('status', '<>', 'rejected')
    .where((eb) =>
      eb.or([
        eb.and([
          eb('hash', '=', request.hash),
          eb('address', '=', request.address),
          eb('reversed', '=', false),
        ]),
        eb.and([eb('user_id', '=', request.userId), eb('hash_last6', '=', request.hashLast6)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Sums the customer's deposits and claims so far, in USDT's smallest unit by their value then. */
export async function depositedValue(reader: Reader, userId: string): Promise<bigint> {
  const row = await reader
    .selectFrom('funding_deposits')
    .select(sql<bigint>`coalesce(sum(value), 0)::bigint`.as('value'))
    .where('user_id', '=', userId)
    .where('status', '<>', 'rejected')
    .executeTakeFirstOrThrow()
  return row.value
}

/** Counts the reversed credits of this payment. */
export async function timesReversed(
  reader: Reader,
  { chain, address }: Pick<DepositRow, 'chain' | 'address'>,
  hash: string,
): Promise<number> {
  const row = await reader
    .selectFrom('funding_deposits')
    .select(sql<number>`count(*)::int`.as('times'))
    .where('chain', '=', chain)
    .where('hash', '=', hash)
    .where('address', '=', address)
    .where('reversed', '=', true)
    .executeTakeFirstOrThrow()
  return row.times
}

export async function addDeposit(
  tx: Tx,
  deposit: Insertable<FundingTables['funding_deposits']>,
): Promise<DepositRow> {
  const row = await tx.insertInto('funding_deposits').values(deposit).returningAll().executeTakeFirstOrThrow()
  await addEvent(tx, {
    deposit_id: row.id,
    status: 'pending',
    at: row.created_at,
    decided_by: null,
    reason: null,
  })
  return row
}

export async function addEvent(
  tx: Tx,
  event: Insertable<FundingTables['funding_deposit_events']>,
): Promise<void> {
  await tx.insertInto('funding_deposit_events').values(event).execute()
}

/** Locks a pending deposit; null when there is none with that id any more. With `skip` also null when another transaction holds it. */
export async function lockPending(tx: Tx, id: string, skip: boolean): Promise<DepositRow | null> {
  const query = tx
    .selectFrom('funding_deposits')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .forNoKeyUpdate()
  return (await (skip ? query.skipLocked() : query).executeTakeFirst()) ?? null
}

/** Changes a deposit the caller holds locked, but not its status; see `moveDeposit`. */
export const changeDeposit = (
  tx: Tx,
  id: string,
  change: StaysInState<DepositChange, 'status'>,
): Promise<DepositRow> =>
  tx.updateTable('funding_deposits').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

type DepositChange = Updateable<FundingTables['funding_deposits']>

/** Moves a deposit the caller holds locked by the rules' table of moves; throws where the table has no such move. */
export async function moveDeposit(
  tx: Tx,
  id: string,
  { status, ...change }: DepositChange & { readonly status: DepositStatus },
): Promise<DepositRow> {
  const moved = await tx
    .updateTable('funding_deposits')
    .set({ ...change, status })
    .where('id', '=', id)
    .where(sql<boolean>`status = ANY(${statesBefore(depositMoves, status)}::text[])`)
    .returningAll()
    .executeTakeFirst()
  if (moved === undefined) throw new Error(`a deposit cannot become ${status}: ${id}`)
  return moved
}

/** Pending deposits with a hash on these chains that were not looked at since `sinceMs`, the longest waiting first. */
export function depositsToLookAt(
  reader: Reader,
  chains: readonly FundingChain[],
  sinceMs: number,
  limit: number,
): Promise<DepositRow[]> {
  return reader
    .selectFrom('funding_deposits')
    .selectAll()
    .where('status', '=', 'pending')
    .where('hash', 'is not', null)
    .where('chain', 'in', [...chains])
    .where((eb) => eb.or([eb('looked_at', 'is', null), eb('looked_at', '<=', BigInt(sinceMs))]))
    .orderBy(sql`looked_at NULLS FIRST`)
    .orderBy('sequence')
    .limit(limit)
    .execute()
}

export async function findDeposit(reader: Reader, id: string): Promise<DepositRow | null> {
  if (!isUuid(id)) return null
  const row = await reader.selectFrom('funding_deposits').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

export interface DepositListRequest {
  readonly userId: string
  readonly status: DepositStatus | undefined
  /** Sequence of the last one of the page before. */
  readonly before: bigint | null
  readonly limit: number
}

/** Newest first. */
export function listDeposits(reader: Reader, request: DepositListRequest): Promise<DepositRow[]> {
  let query = reader.selectFrom('funding_deposits').selectAll().where('user_id', '=', request.userId)
  if (request.status !== undefined) query = query.where('status', '=', request.status)
  if (request.before !== null) query = query.where('sequence', '<', request.before)
  return query.orderBy('sequence', 'desc').limit(request.limit).execute()
}

/** The timelines of these deposits, oldest line first. */
export async function eventsOf(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly DepositEvent[]>> {
  const found = new Map<string, DepositEvent[]>()
  if (ids.length === 0) return found
  const rows = await reader
    .selectFrom('funding_deposit_events')
    .selectAll()
    .where('deposit_id', 'in', [...ids])
    .orderBy('at')
    .orderBy(sql`status = 'pending'`, 'desc')
    .execute()
  for (const row of rows) {
    const of = found.get(row.deposit_id)
    if (of === undefined) found.set(row.deposit_id, [row])
    else of.push(row)
  }
  return found
}

/** Every address this customer was shown on this network. */
export async function addressesOf(
  reader: Reader,
  userId: string,
  network: FundingNetwork,
): Promise<readonly string[]> {
  const rows = await reader
    .selectFrom('funding_addresses')
    .select('address')
    .where('user_id', '=', userId)
    .where('network', '=', network)
    .where('own', '=', true)
    .execute()
  return rows.map(({ address }) => address)
}

/** Checks whether a deposit of this customer waits for its review. */
export async function hasPendingDeposit(reader: Reader, userId: string): Promise<boolean> {
  const row = await reader
    .selectFrom('funding_deposits')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
