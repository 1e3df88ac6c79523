import type { ArtworkSort, ArtworkStatus } from '@candor/contract'
import {
  type NftChain,
  type SaleKind,
  statesBefore,
  type WorkState,
  workMoves,
  workStates,
} from '@candor/rules'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Reader, Tx } from '../platform/database/database.ts'
import { readTogetherFrom } from '../platform/database/read-together.ts'
import { isUuid } from '../platform/uuid.ts'
import type { NftTables } from './nft-tables.ts'
import type { BidRow, ShownWork, WorkRow } from './work-response.ts'

const donated = sql<bigint>`(SELECT coalesce(sum(sold.sold_price - sold.fee), 0)::bigint FROM nft_works sold
  WHERE sold.creator_id = work.creator_id AND sold.state = 'sold')`

const shownWorks = (reader: Reader) =>
  reader
    .selectFrom('nft_works as work')
    .innerJoin('nft_creators as creator', 'creator.id', 'work.creator_id')
    .selectAll('work')
    .select(['creator.name as creator_name', 'creator.about as creator_about', donated.as('donated')])

/** One work; null where there is none of that id. */
export async function workById(reader: Reader, id: string): Promise<ShownWork | null> {
  if (!isUuid(id)) return null
  return (await workTogether(reader, id.toLowerCase())) ?? null
}

/** Batches reads, since an export requests many receipts at once. */
const workTogether = readTogetherFrom(async (reader: Reader, ids) => {
  const rows = await shownWorks(reader).where('work.id', 'in', ids).execute()
  return new Map(rows.map((row): [string, ShownWork] => [row.id, row]))
})

/** Locks a work: bids, its end and what operators do to it wait for each other. */
export async function lockWork(tx: Tx, id: string): Promise<WorkRow | null> {
  if (!isUuid(id)) return null
  const row = await tx
    .selectFrom('nft_works')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

export const addWork = async (tx: Reader, work: Insertable<NftTables['nft_works']>): Promise<void> => {
  await tx.insertInto('nft_works').values(work).execute()
}

export type WorkChange = Updateable<NftTables['nft_works']>

/**
 * Changes a work the caller holds locked. A `state` moves it by the rules' table of moves, or leaves it where it is; throws where the
 * table has no such move.
 */
export async function changeWork(tx: Tx, id: string, change: WorkChange): Promise<WorkRow> {
  const { state } = change
  const before = state === undefined ? workStates : [state, ...statesBefore(workMoves, state)]
  const changed = await tx
    .updateTable('nft_works')
    .set(change)
    .where('id', '=', id)
    .where('state', 'in', before)
    .returningAll()
    .executeTakeFirst()
  if (changed === undefined) throw new Error(`a work cannot become ${state}: ${id}`)
  return changed
}

export const addBid = (tx: Tx, bid: BidRow): Promise<BidRow> =>
  tx.insertInto('nft_bids').values(bid).returningAll().executeTakeFirstOrThrow()

/** Returns the number of a customer among the bidders of this work, in the order of their first bids. */
export async function bidderNumber(tx: Tx, workId: string, userId: string): Promise<number> {
  const row = await tx
    .selectFrom('nft_bids')
    .select([
      sql<number | null>`max(bidder) FILTER (WHERE user_id = ${userId}::uuid)`.as('own'),
      sql<number>`coalesce(max(bidder), 0)::int`.as('last'),
    ])
    .where('work_id', '=', workId)
    .executeTakeFirstOrThrow()
  return row.own ?? row.last + 1
}

/** Newest first. */
export const bidsOf = (reader: Reader, workId: string, limit: number): Promise<BidRow[]> =>
  reader
    .selectFrom('nft_bids')
    .selectAll()
    .where('work_id', '=', workId)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()

/** Lists offered works whose time is over, the longest waiting first. */
export async function endedWorkIds(reader: Reader, nowMs: number, limit: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('nft_works')
    .select('id')
    .where('state', '=', 'offered')
    .where('ends_at', '<=', BigInt(nowMs))
    .orderBy('ends_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export interface MarketRequest {
  readonly status?: ArtworkStatus | undefined
  readonly saleKind?: SaleKind | undefined
  readonly chain?: NftChain | undefined
  readonly verified?: boolean | undefined
  readonly creatorId?: string | undefined
  readonly sort: ArtworkSort
  /** End of the page before: its key in this order, and its sequence. */
  readonly after: { readonly key: bigint; readonly sequence: bigint } | null
  readonly limit: number
  readonly nowMs: number
}

export type ListedWork = ShownWork & { readonly key: bigint }

const latest = 9_000_000_000_000_000_000n
const priceNow = sql<bigint>`coalesce(work.sold_price, work.highest, work.price)`
const keys: Readonly<Record<ArtworkSort, ReturnType<typeof sql<bigint>>>> = {
  newest: sql<bigint>`-work.sequence`,
  // Ended sales come after everything that has not ended.
  ending: sql<bigint>`CASE WHEN work.state = 'offered' THEN coalesce(work.ends_at, ${latest}::bigint - 1) ELSE ${latest}::bigint END`,
  priceLow: priceNow,
  priceHigh: sql<bigint>`-${priceNow}`,
}

const publicStates = ['offered', 'sold', 'unsold'] as const
const stateOf = { upcoming: 'offered', open: 'offered', sold: 'sold', unsold: 'unsold' } as const

/** Lists the market in the requested order. */
export function listWorks(reader: Reader, request: MarketRequest): Promise<ListedWork[]> {
  const key = keys[request.sort]
  let query = shownWorks(reader).select(key.as('key'))
  query =
    request.status === undefined
      ? query.where('work.state', 'in', publicStates)
      : query.where('work.state', '=', stateOf[request.status])
  if (request.status === 'upcoming') query = query.where('work.starts_at', '>', BigInt(request.nowMs))
  if (request.status === 'open') query = query.where('work.starts_at', '<=', BigInt(request.nowMs))
  if (request.saleKind !== undefined) query = query.where('work.sale_kind', '=', request.saleKind)
  if (request.chain !== undefined) query = query.where('work.chain', '=', request.chain)
  if (request.verified !== undefined) query = query.where('work.verified', '=', request.verified)
  if (request.creatorId !== undefined)
    query = query.where('work.creator_id', '=', isUuid(request.creatorId) ? request.creatorId : noId)
  if (request.after !== null)
    query = query.where(
      sql<boolean>`(${key}, work.sequence) > (${request.after.key}::bigint, ${request.after.sequence}::bigint)`,
    )
  return query.orderBy(key).orderBy('work.sequence').limit(request.limit).execute()
}

const noId = '00000000-0000-0000-0000-000000000000'

export interface OwnRequest {
  readonly userId: string
  readonly id?: string | undefined
  readonly mine?: 'owned' | 'bidding' | undefined
  readonly before: bigint | null
  readonly limit: number
}

export type OwnWork = ShownWork & {
  readonly my_bid: bigint | null
  readonly my_address: string | null
}

/** Lists the works that a customer bought or bid for, newest work first, with their own highest bid. */
export function listOwnWorks(reader: Reader, request: OwnRequest): Promise<OwnWork[]> {
  const own = sql`FROM nft_bids bid WHERE bid.work_id = work.id AND bid.user_id = ${request.userId}::uuid`
  let query = shownWorks(reader)
    .select([
      sql<bigint | null>`(SELECT max(bid.amount) ${own})`.as('my_bid'),
      sql<string | null>`(SELECT bid.receiving_address ${own} ORDER BY bid.number DESC LIMIT 1)`.as(
        'my_address',
      ),
    ])
    .where(sql<boolean>`(work.buyer = ${request.userId}::uuid OR EXISTS (SELECT ${own}))`)
  if (request.mine === 'owned') query = query.where('work.buyer', '=', request.userId)
  if (request.mine === 'bidding') query = query.where('work.buyer', 'is distinct from', request.userId)
  if (request.id !== undefined) query = query.where('work.id', '=', isUuid(request.id) ? request.id : noId)
  if (request.before !== null) query = query.where('work.sequence', '<', request.before)
  return query.orderBy('work.sequence', 'desc').limit(request.limit).execute()
}

/** Works in every state for the console, newest first. */
export function worksForOperators(
  reader: Reader,
  request: { readonly state?: WorkState | undefined; readonly before: bigint | null; readonly limit: number },
): Promise<ShownWork[]> {
  let query = shownWorks(reader)
  if (request.state !== undefined) query = query.where('work.state', '=', request.state)
  if (request.before !== null) query = query.where('work.sequence', '<', request.before)
  return query.orderBy('work.sequence', 'desc').limit(request.limit).execute()
}

/** The work of a certificate's public address. */
export async function workByPublicId(reader: Reader, publicId: string): Promise<ShownWork | null> {
  if (!isUuid(publicId)) return null
  return (await shownWorks(reader).where('work.public_id', '=', publicId).executeTakeFirst()) ?? null
}
