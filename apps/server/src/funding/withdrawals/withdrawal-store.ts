import {
  type FundingChain,
  type FundingNetwork,
  type StaysInState,
  statesBefore,
  type WithdrawalStatus,
  withdrawalMoves,
} from '@candor/rules'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { isUuid } from '../../platform/uuid.ts'
import type { WithdrawalTables } from './withdrawal-tables.ts'

export type WithdrawalEvent = Selectable<WithdrawalTables['funding_withdrawal_events']>
/** With its customer's name and its bank card's words. */
export type WithdrawalRow = Selectable<WithdrawalTables['funding_withdrawals']> & {
  readonly user_name: string
  readonly bank: string | null
  readonly number_ending: string | null
  readonly account_name: string | null
  readonly branch: string | null
}

const rows = (reader: Reader) =>
  reader
    .selectFrom('funding_withdrawals as withdrawal')
    .innerJoin('accounts_names as person', 'person.id', 'withdrawal.user_id')
    .leftJoin('funding_bank_cards as card', 'card.id', 'withdrawal.bank_card')
    .selectAll('withdrawal')
    .select(['person.user_name', 'card.bank', 'card.number_ending', 'card.account_name', 'card.branch'])

const ends = ['completed', 'rejected', 'cancelled', 'failed'] as const satisfies WithdrawalStatus[]

export async function addWithdrawal(
  tx: Tx,
  row: Insertable<WithdrawalTables['funding_withdrawals']>,
): Promise<WithdrawalRow> {
  await tx.insertInto('funding_withdrawals').values(row).execute()
  await addWithdrawalEvent(tx, { id: row.id, status: 'pending', at: Number(row.created_at) })
  return withdrawalById(tx, row.id)
}

export interface NewEvent {
  readonly id: string
  readonly status: WithdrawalStatus
  readonly at: number
  readonly by?: string
  readonly reason?: string
}

async function addWithdrawalEvent(tx: Tx, { id, status, at, by, reason }: NewEvent): Promise<void> {
  await tx
    .insertInto('funding_withdrawal_events')
    .values({ withdrawal_id: id, status, at: BigInt(at), decided_by: by ?? null, reason: reason ?? null })
    .execute()
}

/** Moves a withdrawal the caller holds locked, and writes its line in the timeline; the database refuses any other move. */
export async function moveWithdrawal(
  tx: Tx,
  event: NewEvent,
  change: { readonly hash?: string; readonly reviewers?: 2 } = {},
): Promise<void> {
  const { id, status } = event
  const { numUpdatedRows } = await tx
    .updateTable('funding_withdrawals')
    .set({ status, ...change })
    .where('id', '=', id)
    .where(sql<boolean>`status = ANY(${statesBefore(withdrawalMoves, status)}::text[])`)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new Error(`a withdrawal cannot become ${status}: ${id}`)
  await addWithdrawalEvent(tx, event)
}

/** Changes a withdrawal, but not its status; see `moveWithdrawal`. */
export async function changeWithdrawal(
  tx: Tx,
  id: string,
  change: StaysInState<Updateable<WithdrawalTables['funding_withdrawals']>, 'status'>,
): Promise<void> {
  await tx.updateTable('funding_withdrawals').set(change).where('id', '=', id).execute()
}

export const withdrawalById = (reader: Reader, id: string): Promise<WithdrawalRow> =>
  rows(reader).where('withdrawal.id', '=', id).executeTakeFirstOrThrow()

export async function findWithdrawal(
  reader: Reader,
  id: string,
  lock: 'lock' | 'read',
): Promise<WithdrawalRow | null> {
  if (!isUuid(id)) return null
  const query = rows(reader).where('withdrawal.id', '=', id)
  return (await (lock === 'lock' ? query.forNoKeyUpdate('withdrawal') : query).executeTakeFirst()) ?? null
}

export interface WithdrawalListRequest {
  readonly userId: string
  readonly status: WithdrawalStatus | undefined
  readonly before: bigint | null
  readonly limit: number
}

/** Newest first. */
export function listWithdrawals(reader: Reader, request: WithdrawalListRequest): Promise<WithdrawalRow[]> {
  let query = rows(reader).where('withdrawal.user_id', '=', request.userId)
  if (request.status !== undefined) query = query.where('withdrawal.status', '=', request.status)
  if (request.before !== null) query = query.where('withdrawal.sequence', '<', request.before)
  return query.orderBy('withdrawal.sequence', 'desc').limit(request.limit).execute()
}

/** The nearest deadline first. */
export const waitingWithdrawals = (reader: Reader): Promise<WithdrawalRow[]> =>
  rows(reader)
    .where('withdrawal.status', 'not in', [...ends])
    .orderBy('withdrawal.deadline_at')
    .limit(500)
    .execute()

export const endedWithdrawals = (reader: Reader, beforeMs: number, limit: number): Promise<WithdrawalRow[]> =>
  rows(reader)
    .where('withdrawal.status', 'in', [...ends])
    .where('withdrawal.created_at', '<', BigInt(beforeMs))
    .orderBy('withdrawal.created_at', 'desc')
    .limit(limit)
    .execute()

const networksOf: Readonly<Record<FundingChain, readonly FundingNetwork[]>> = {
  ethereum: ['ERC20', 'ETH'],
  tron: ['TRC20'],
  bitcoin: ['BTC'],
}

/** Sent ones on these chains that were not looked at since `sinceMs`, the longest waiting first. */
export function withdrawalsToLookAt(
  reader: Reader,
  chains: readonly FundingChain[],
  sinceMs: number,
  limit: number,
): Promise<WithdrawalRow[]> {
  return rows(reader)
    .where('withdrawal.status', '=', 'sent')
    .where(
      'withdrawal.network',
      'in',
      chains.flatMap((chain) => networksOf[chain]),
    )
    .where((eb) =>
      eb.or([eb('withdrawal.looked_at', 'is', null), eb('withdrawal.looked_at', '<=', BigInt(sinceMs))]),
    )
    .orderBy(sql`withdrawal.looked_at NULLS FIRST`)
    .limit(limit)
    .execute()
}

const order = ['pending', 'approved', 'sent'] as const satisfies WithdrawalStatus[]
const placeOf = (status: WithdrawalStatus): number => {
  const place = (order as readonly WithdrawalStatus[]).indexOf(status)
  return place < 0 ? order.length : place
}

/** The timelines of these withdrawals, oldest line first. */
export async function timelinesOf(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly WithdrawalEvent[]>> {
  const found = new Map<string, WithdrawalEvent[]>(ids.map((id) => [id, []]))
  if (ids.length === 0) return found
  const events = await reader
    .selectFrom('funding_withdrawal_events')
    .selectAll()
    .where('withdrawal_id', 'in', [...ids])
    .execute()
  for (const event of events) found.get(event.withdrawal_id)?.push(event)
  for (const of of found.values()) of.sort((a, b) => placeOf(a.status) - placeOf(b.status))
  return found
}

/** Ends the hold of withdrawals that waited for the decision about a name. */
export async function releaseHeldWithdrawals(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('funding_withdrawals')
    .set({ held_until: null })
    .where('user_id', '=', userId)
    .where('held_until', 'is not', null)
    .where('status', 'in', ['pending', 'approved'])
    .execute()
}
