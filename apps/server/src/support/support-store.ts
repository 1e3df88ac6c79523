import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../platform/database/database.ts'
import type { SupportTables } from './support-tables.ts'

export type MessageRow = Selectable<SupportTables['support_messages']>
/** Creates the conversation if there is none, and locks it, so that one customer's messages have an order. */
export async function lockConversation(tx: Tx, userId: string, now: bigint) {
  await tx
    .insertInto('support_conversations')
    .values({ user_id: userId, last_at: now, waiting_since: null })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
  return tx
    .selectFrom('support_conversations')
    .selectAll()
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

export const messageNamed = (tx: Tx, userId: string, once: string): Promise<MessageRow | undefined> =>
  tx
    .selectFrom('support_messages')
    .selectAll()
    .where('user_id', '=', userId)
    .where('once', '=', once)
    .executeTakeFirst()

export async function addMessage(
  tx: Tx,
  message: Omit<MessageRow, 'sequence'>,
  waitingSince: bigint | null,
): Promise<MessageRow> {
  const row = await tx.insertInto('support_messages').values(message).returningAll().executeTakeFirstOrThrow()
  await tx
    .updateTable('support_conversations')
    .set({ last_at: message.at, waiting_since: waitingSince })
    .where('user_id', '=', message.user_id)
    .execute()
  return row
}

export async function countWrittenSince(tx: Tx, userId: string, since: bigint): Promise<number> {
  const { count } = await tx
    .selectFrom('support_messages')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .where('operator_id', 'is', null)
    .where('at', '>=', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Newest first. */
export async function messagesOf(
  reader: Reader,
  userId: string,
  before: bigint | null,
  limit: number,
): Promise<MessageRow[]> {
  let query = reader.selectFrom('support_messages').selectAll().where('user_id', '=', userId)
  if (before !== null) query = query.where('sequence', '<', before)
  return query.orderBy('sequence', 'desc').limit(limit).execute()
}

/** Counts the answers that the customer has not read. */
export async function countUnread(reader: Reader, userId: string): Promise<number> {
  const { count } = await reader
    .selectFrom('support_messages as m')
    .innerJoin('support_conversations as c', 'c.user_id', 'm.user_id')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('m.user_id', '=', userId)
    .where('m.operator_id', 'is not', null)
    .whereRef('m.sequence', '>', 'c.read_through')
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function markRead(reader: Reader, userId: string): Promise<void> {
  await reader
    .updateTable('support_conversations')
    .set({
      read_through: sql<bigint>`coalesce((SELECT max(sequence) FROM support_messages WHERE user_id = ${userId}::uuid), 0)`,
    })
    .where('user_id', '=', userId)
    .execute()
}

/** Checks whether this customer sent this picture in their conversation. */
export async function sentPicture(reader: Reader, userId: string, fileId: string): Promise<boolean> {
  const row = await reader
    .selectFrom('support_messages')
    .select('id')
    .where('user_id', '=', userId)
    .where(sql<string>`file_id::text`, '=', fileId)
    .executeTakeFirst()
  return row !== undefined
}

export async function stopWaiting(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('support_conversations')
    .set({ waiting_since: null })
    .where('user_id', '=', userId)
    .execute()
}

export interface ConversationRow {
  readonly user_id: string
  readonly last_at: bigint
  readonly waiting_since: bigint | null
  readonly text: string
  readonly operator_id: string | null
}

/** Lists conversations with the beginning of each one's newest message; skips the first `skip`. */
export async function conversations(
  reader: Reader,
  request: { readonly state: 'waiting' | 'all'; readonly skip: number; readonly limit: number },
): Promise<ConversationRow[]> {
  const order = request.state === 'waiting' ? sql`c.waiting_since` : sql`c.last_at DESC`
  const which = request.state === 'waiting' ? sql`c.waiting_since IS NOT NULL` : sql`true`
  const { rows } = await sql<ConversationRow>`
    SELECT c.user_id, c.last_at, c.waiting_since, left(m.text, 140) AS text, m.operator_id
      FROM support_conversations c, LATERAL (
        SELECT text, operator_id FROM support_messages WHERE user_id = c.user_id ORDER BY sequence DESC LIMIT 1) m
     WHERE ${which} ORDER BY ${order}, c.user_id LIMIT ${request.limit} OFFSET ${request.skip}`.execute(
    reader,
  )
  return rows
}

/** Lists the conversations that wait longest for an answer. */
export const waitingConversations = (reader: Reader, limit: number) =>
  reader
    .selectFrom('support_conversations')
    .select(['user_id', 'waiting_since'])
    .where('waiting_since', 'is not', null)
    .orderBy('waiting_since')
    .limit(limit)
    .execute()

export const conversationOf = (reader: Reader, userId: string) =>
  reader
    .selectFrom('support_conversations')
    .selectAll()
    .where(sql<string>`user_id::text`, '=', userId)
    .executeTakeFirst()

/** Erases the words of an erased person; that they wrote, and when, stays. */
export async function eraseMessages(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('support_messages').set({ text: '(erased)' }).where('user_id', '=', userId).execute()
}
