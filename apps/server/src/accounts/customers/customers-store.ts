import type { CustomerTrace, FoundCustomer } from '@candor/contract'
import { customerTag } from '@candor/rules'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { readId } from '../../platform/http/pages.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { isUuid } from '../../platform/uuid.ts'
import { tagsOf } from './customer-tags.ts'
import type { CustomerFinder } from './customers-ports.ts'

export interface CustomersRequest {
  readonly q?: string | undefined
  readonly tag?: string | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

/** Customers by a part of username, email or phone, by their whole id, or by what they left elsewhere; with a tag, those who have it. Newest first. */
export async function findCustomers(
  db: Database,
  traces: readonly CustomerFinder[],
  { q, tag, cursor, limit }: CustomersRequest,
): Promise<FoundCustomer[]> {
  const asTyped = q?.trim() ?? ''
  const words = asTyped.toLowerCase()
  const found = await tracedCustomers(traces, asTyped)
  let query = db.query
    .selectFrom('accounts_users')
    .select(['id', 'user_name', 'email', 'status', 'kyc', 'country', 'created_at'])
    .orderBy('id', 'desc')
    .limit(limit)
  if (isUuid(words)) query = query.where('id', '=', words)
  else if (words !== '') {
    const like = `%${words.replaceAll(/[%_\\]/g, '\\$&')}%`
    query = query.where((eb) =>
      eb.or([
        eb('user_name_key', 'like', like),
        eb('email_key', 'like', like),
        eb('phone', 'like', like),
        sql<boolean>`id = ANY (${[...found.keys()]}::uuid[])`,
      ]),
    )
  }
  if (tag !== undefined && tag !== '')
    query = query.where('id', 'in', (eb) =>
      eb.selectFrom('accounts_tags').select('user_id').where('tag', '=', customerTag(tag)),
    )
  const before = readId(cursor)
  if (before !== undefined) query = query.where('id', '<', before)
  const rows = await query.execute()
  const tags = await tagsOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    id: row.id,
    userName: row.user_name,
    email: row.email,
    status: row.status,
    kyc: row.kyc,
    country: row.country,
    createdAt: row.created_at.toISOString(),
    foundBy: found.get(row.id) ?? null,
    tags: tags(row.id),
  }))
}

/** Looks words up wherever customers leave something; the first that knows a customer names how. */
async function tracedCustomers(
  traces: readonly CustomerFinder[],
  words: string,
): Promise<ReadonlyMap<string, CustomerTrace>> {
  const found = new Map<string, CustomerTrace>()
  for (const { trace, find } of traces)
    for (const id of await find(words)) if (!found.has(id)) found.set(id, trace)
  return found
}

/** Refuses `notFound` where there is no such customer. */
export async function customerById({ query }: Database, id: string) {
  const user = isUuid(id)
    ? await query.selectFrom('accounts_users').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined
  if (user === undefined) throw new Refusal('notFound')
  return user
}

/** Lists notes with their authors, newest first. */
export async function notesOf(db: Database, userId: string) {
  const rows = await db.query
    .selectFrom('accounts_notes as n')
    .leftJoin('operators_names as p', 'p.id', 'n.operator_id')
    .select(['n.id', 'n.text', 'n.at', 'p.email'])
    .where('n.user_id', '=', userId)
    .orderBy('n.at', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ id, text, at, email }) => ({ id, text, by: email ?? '', at: at.toISOString() }))
}

/** Lists corrections in the customer's favour with the reversed amount of each, newest first. */
export async function adjustmentsOf(db: Database, userId: string) {
  const { rows } = await sql<{
    id: string
    asset: 'USDT' | 'BTC' | 'ETH'
    minor: bigint
    why: string
    at: Date
    reversed: bigint
  }>`
    SELECT a.id, a.asset, a.minor, a.why, a.at,
           coalesce((SELECT sum(r.minor) FROM accounts_adjustments r WHERE r.reverses = a.id), 0)::bigint AS reversed
      FROM accounts_adjustments a WHERE a.user_id = ${userId} AND a.reverses IS NULL
     ORDER BY a.at DESC LIMIT 100`.execute(db.query)
  return rows
}
