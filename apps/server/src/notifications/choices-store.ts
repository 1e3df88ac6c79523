import { type NoticeChoice, type NoticeTopic, noticeTopics, storedChoice, usualChoice } from '@candor/rules'
import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../platform/database/database.ts'
import type { NotificationsTables } from './notifications-tables.ts'

export type BrowserRow = Selectable<NotificationsTables['notifications_browsers']>
export type Choices = Readonly<Record<NoticeTopic, NoticeChoice>>

/** Reads a customer's choices, over the defaults. */
export async function choicesOf(reader: Reader, userId: string): Promise<Choices> {
  const rows = await reader
    .selectFrom('notifications_choices')
    .selectAll()
    .where('user_id', '=', userId)
    .execute()
  const chosen = new Map(rows.map(({ topic, site, email, push }) => [topic, { site, email, push }]))
  const choice = (topic: NoticeTopic) => storedChoice(topic, chosen.get(topic) ?? usualChoice[topic])
  return Object.fromEntries(noticeTopics.map((topic) => [topic, choice(topic)])) as Record<
    NoticeTopic,
    NoticeChoice
  >
}

export async function keepChoice(
  tx: Tx,
  userId: string,
  topic: NoticeTopic,
  choice: NoticeChoice,
): Promise<void> {
  const stored = storedChoice(topic, choice)
  await tx
    .insertInto('notifications_choices')
    .values({ user_id: userId, topic, ...stored })
    .onConflict((conflict) => conflict.columns(['user_id', 'topic']).doUpdateSet(stored))
    .execute()
}

export async function removeChoicesOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('notifications_choices').where('user_id', '=', userId).execute()
}

export const browsersOf = (reader: Reader, userId: string): Promise<BrowserRow[]> =>
  reader
    .selectFrom('notifications_browsers')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute()

/**
 * Stores the browser of one customer: the next customer who signs in there takes it over, and the previous one gets nothing
 * there any more.
 */
export async function keepBrowser(tx: Tx, browser: BrowserRow): Promise<void> {
  const { id: _new, endpoint: _same, ...rest } = browser
  await tx
    .deleteFrom('notifications_outgoing')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('notifications_browsers as b')
          .select('b.id')
          .whereRef('b.id', '=', 'notifications_outgoing.browser_id')
          .where('b.endpoint', '=', browser.endpoint)
          .where('b.user_id', '!=', browser.user_id),
      ),
    )
    .execute()
  await tx
    .insertInto('notifications_browsers')
    .values(browser)
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(rest))
    .execute()
}

export async function dropBrowser(reader: Reader, where: Partial<BrowserRow>): Promise<void> {
  let query = reader.deleteFrom('notifications_browsers')
  for (const [column, value] of Object.entries(where) as [keyof BrowserRow, BrowserRow[keyof BrowserRow]][])
    query = query.where(column, '=', value)
  await query.execute()
}
