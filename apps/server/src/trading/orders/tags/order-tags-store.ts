import type { AccountMode } from '@candor/contract'
import { type Kysely, sql } from 'kysely'
import type { Reader, Tx } from '../../../platform/database/database.ts'
import { rowsBy } from '../../../platform/database/read-together.ts'
import type { Schema } from '../../../platform/database/schema.ts'

interface Account {
  readonly userId: string
  readonly mode: AccountMode
}

interface Taggable {
  readonly id: string
  readonly partOf?: string | null
}

/** A part that was closed shares the tags of the order it belonged to. */
const taggedId = ({ id, partOf }: Taggable): string => partOf ?? id

/** Adds to orders the tags they have. The orders are the caller's. */
export async function withTags<Shown extends Taggable>(
  db: Kysely<Schema>,
  orders: readonly Shown[],
): Promise<(Shown & { tags: string[] })[]> {
  const ids = [...new Set(orders.map(taggedId))]
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('orders_tags')
          .select(['order_id', 'tag'])
          .where('order_id', 'in', ids)
          .orderBy(bySpelling)
          .execute()
  const tags = rowsBy(rows, ({ order_id }) => order_id)
  return orders.map((order) => ({ ...order, tags: (tags.get(taggedId(order)) ?? []).map(({ tag }) => tag) }))
}

/** The same order in every database, whatever its collation. */
const bySpelling = sql`tag COLLATE "C"`

/** Reads the tags of an account with the number of orders of each. */
export async function tagsInUse(db: Kysely<Schema>, { userId, mode }: Account) {
  const rows = await db
    .selectFrom('orders_tags')
    .select(['tag', sql<bigint>`count(*)`.as('orders')])
    .where('user_id', '=', userId)
    .where('mode', '=', mode)
    .groupBy('tag')
    .orderBy(bySpelling)
    .execute()
  return rows.map(({ tag, orders }) => ({ tag, orders: Number(orders) }))
}

/** Lets one change at a time decide about the tags of an account, so that two at once do not each miss the other's. */
export async function lockTagsOf(tx: Tx, { userId, mode }: Account): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`order-tags:${userId}:${mode}`}, 0))`.execute(tx)
}

/** Finds the order that has the tags of a contract or option of an account; null if the account has no such order. */
export async function findTagged(
  reader: Reader,
  { userId, mode }: Account,
  id: string,
): Promise<string | null> {
  const row = await reader
    .selectFrom('orders_all')
    .select('tagged_id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('mode', '=', mode)
    .where('kind', 'in', ['contract', 'option'])
    .executeTakeFirst()
  return row?.tagged_id ?? null
}

/** Lists the different tags of an account's orders other than this one. */
export async function tagsOfOthers(
  reader: Reader,
  { userId, mode }: Account,
  orderId: string,
): Promise<readonly string[]> {
  const rows = await reader
    .selectFrom('orders_tags')
    .select('tag')
    .distinct()
    .where('user_id', '=', userId)
    .where('mode', '=', mode)
    .where('order_id', '!=', orderId)
    .execute()
  return rows.map(({ tag }) => tag)
}

/** Writes the tags of an order in place of those it has. */
export async function replaceTags(
  tx: Tx,
  { userId, mode }: Account,
  orderId: string,
  tags: readonly string[],
): Promise<void> {
  await tx.deleteFrom('orders_tags').where('order_id', '=', orderId).execute()
  if (tags.length === 0) return
  await tx
    .insertInto('orders_tags')
    .values(tags.map((tag) => ({ ...{ tag, mode }, user_id: userId, order_id: orderId })))
    .execute()
}

/** Removes all tags of a customer. */
export async function removeTagsOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('orders_tags').where('user_id', '=', userId).execute()
}
