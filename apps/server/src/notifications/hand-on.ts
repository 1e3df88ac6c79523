import type { Notice } from '@candor/contract'
import { hasOwnLetter, topicOf } from '@candor/rules'
import type { LanguageCode } from '@candor/texts/languages.ts'
import { translator } from '@candor/texts/server.ts'
import type { ServerContext } from '../module.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Messenger } from '../platform/email/messenger.ts'
import { forEachCase, type Moved } from '../platform/jobs/for-each-case.ts'
import { browsersOf, choicesOf, dropBrowser } from './choices-store.ts'
import { noticeWords } from './notice-words.ts'
import { noticeById } from './notices-store.ts'
import {
  addOutgoing,
  browserById,
  dueOutgoing,
  lockOutgoing,
  type OutgoingRow,
  putOff,
  removeOutgoing,
} from './outgoing-store.ts'
import type { PushAddress, PushWords } from './send-push.ts'

/** Ways by which a notice leaves the installation. */
export interface NoticeDelivery {
  readonly readerOf: (userId: string) => Promise<{ readonly email: string; readonly language: LanguageCode }>
  readonly messenger: Messenger
  readonly push: (to: PushAddress, words: PushWords) => Promise<'sent' | 'gone'>
  /** Public address of this installation; null: not configured. */
  readonly publicUrl: string | null
}

const atOnce = 50
const mostTries = 6
/** Time of a try, during which no other may begin. */
const tryLastsMs = 60_000
/** Age after which a notice is no longer sent; it stays on its page. */
const newsForMs = 24 * 3_600_000

/**
 * Job: sends the waiting notices by each customer's choices, once to every email address and browser, with retries. Returns how
 * many rows it looked at.
 */
export const handOn = (context: ServerContext, delivery: NoticeDelivery): Promise<Moved> =>
  forEachCase(context, {
    job: 'hand-on-notices',
    atOnce,
    find: async (limit) =>
      (await dueOutgoing(context.db.query, BigInt(context.clock.now()), limit)).map((id) => ({
        id: String(id),
      })),
    move: ({ id }) => handOnOne(context, delivery, BigInt(id)),
  })

async function handOnOne(context: ServerContext, delivery: NoticeDelivery, id: bigint): Promise<boolean> {
  const row = await context.db.transaction((tx) => take(context, tx, id))
  if (row !== null && row.channel !== null) await send(context, delivery, row)
  return row !== null
}

/** Takes a due row: a new notice becomes one row per channel, any other is postponed until its attempt has ended. */
async function take({ clock }: ServerContext, tx: Tx, id: bigint): Promise<OutgoingRow | null> {
  const now = clock.now()
  const row = await lockOutgoing(tx, id, BigInt(now))
  if (row === null) return null
  if (row.channel === null) {
    await split(tx, row, now)
    await removeOutgoing(tx, row.id)
  } else await putOff(tx, row.id, BigInt(now + tryLastsMs))
  return row
}

async function split(tx: Tx, row: OutgoingRow, now: number): Promise<void> {
  const notice = await noticeById(tx, row.notice_id)
  if (notice === null || now - Date.parse(notice.at) > newsForMs) return
  const topic = topicOf(notice.kind)
  const choice = (await choicesOf(tx, row.user_id))[topic]
  const about = { notice_id: row.notice_id, user_id: row.user_id, next_at: BigInt(now) }
  if (choice.email && !hasOwnLetter(notice.kind))
    await addOutgoing(tx, { ...about, channel: 'email', browser_id: null })
  if (!choice.push) return
  for (const { id } of await browsersOf(tx, row.user_id))
    await addOutgoing(tx, { ...about, channel: 'push', browser_id: id })
}

async function send(context: ServerContext, delivery: NoticeDelivery, row: OutgoingRow): Promise<void> {
  const { db, log } = context
  try {
    const notice = await noticeById(db.query, row.notice_id)
    if (notice !== null)
      await (row.channel === 'email' ? mail(delivery, row, notice) : pushTo(context, delivery, row, notice))
  } catch (err) {
    log.warn({ err, channel: row.channel, attempts: row.attempts }, 'a notice could not be sent')
    if (row.attempts + 1 < mostTries) return
  }
  await removeOutgoing(db.query, row.id)
}

async function mail(delivery: NoticeDelivery, row: OutgoingRow, notice: Notice): Promise<void> {
  const { messenger, publicUrl } = delivery
  const { email, language } = await delivery.readerOf(row.user_id)
  const t = translator(language)
  const address = publicUrl === null ? '' : `\n${publicUrl.replace(/\/$/, '')}/#/profile/notification`
  await messenger.send({
    to: email,
    kind: `notice-${notice.kind}`,
    language,
    subject: t('mail.notice.subject', { topic: t(`notifications.topic.${topicOf(notice.kind)}`) }),
    text: `${noticeWords(notice, language)}\n${address}\n\n${t('mail.notice.why')}`,
  })
}

async function pushTo(
  { db }: ServerContext,
  delivery: NoticeDelivery,
  row: OutgoingRow,
  notice: Notice,
): Promise<void> {
  const browser = row.browser_id === null ? null : await browserById(db.query, row.browser_id)
  if (browser === null) return
  const { language } = await delivery.readerOf(row.user_id)
  const t = translator(language)
  const outcome = await delivery.push(browser, {
    title: t(`notifications.topic.${topicOf(notice.kind)}`),
    text: noticeWords(notice, language),
    path: notice.kind === 'supportAnswered' ? '/help/support' : '/profile/notification',
    tag: notice.id,
  })
  if (outcome === 'gone') await dropBrowser(db.query, { id: browser.id })
}
