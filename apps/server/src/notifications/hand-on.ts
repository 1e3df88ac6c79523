import type { Notice } from '@candor/contract'
import { hasOwnLetter, topicOf } from '@candor/rules'
import type { LanguageCode } from '@candor/texts/languages.ts'
import { translator } from '@candor/texts/server.ts'
import type { Clock } from '../clock.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Message } from '../outbox/messenger.ts'
import { browsersOf, choicesOf, dropBrowser } from './choices-store.ts'
import { noticeWords } from './notice-words.ts'
import { noticeById } from './notices-store.ts'
import {
  addOutgoing,
  browserById,
  lockOutgoing,
  type OutgoingRow,
  putOff,
  removeOutgoing,
} from './outgoing-store.ts'
import type { PushAddress, PushWords } from './send-push.ts'

export interface HandOnDeps {
  readonly db: Database
  readonly clock: Clock
  readonly readerOf: (userId: string) => Promise<{ readonly email: string; readonly language: LanguageCode }>
  readonly messenger: { send(message: Message): Promise<void> }
  readonly push: (to: PushAddress, words: PushWords) => Promise<'sent' | 'gone'>
  /** Where this installation is; null: not said. */
  readonly publicUrl: string | null
  readonly log: { warn(details: object, message: string): void }
}

const atOnce = 50
const mostTries = 6
/** How long a try is left alone before another may begin. */
const tryLastsMs = 60_000
/** Older than this a notice is no news: it stands on its page. */
const newsForMs = 24 * 3_600_000

/** Hands on what waits, by each customer's choice: every mail and every browser once, tried again where it was not taken. A job. */
export async function handOn(deps: HandOnDeps): Promise<number> {
  let handed = 0
  for (;;) {
    const rows = await deps.db.transaction((tx) => take(deps, tx))
    if (rows.length === 0) return handed
    for (const row of rows) {
      await send(deps, row)
      handed += 1
    }
  }
}

/** Takes rows that are due: those not looked at yet become one row a way, the others are put off until their try has ended. */
async function take(deps: HandOnDeps, tx: Tx): Promise<OutgoingRow[]> {
  const now = deps.clock.now()
  const rows = await lockOutgoing(tx, BigInt(now), atOnce)
  const fresh = rows.filter(({ channel }) => channel === null)
  for (const row of fresh) await split(tx, row, now)
  await removeOutgoing(
    tx,
    fresh.map(({ id }) => id),
  )
  const due = rows.filter(({ channel }) => channel !== null)
  await putOff(
    tx,
    due.map(({ id }) => id),
    BigInt(now + tryLastsMs),
  )
  // Nothing to send yet, but new rows to look at: say so by going round again.
  return due.length === 0 && fresh.length > 0 ? take(deps, tx) : due
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

async function send(deps: HandOnDeps, row: OutgoingRow): Promise<void> {
  const { db, log } = deps
  try {
    const notice = await noticeById(db.query, row.notice_id)
    if (notice !== null) await (row.channel === 'email' ? mail(deps, row, notice) : pushTo(deps, row, notice))
  } catch (err) {
    log.warn({ err, channel: row.channel, attempts: row.attempts }, 'a notice could not be handed on')
    if (row.attempts + 1 < mostTries) return
  }
  await removeOutgoing(db.query, [row.id])
}

async function mail(deps: HandOnDeps, row: OutgoingRow, notice: Notice): Promise<void> {
  const { email, language } = await deps.readerOf(row.user_id)
  const t = translator(language)
  const address =
    deps.publicUrl === null ? '' : `\n${deps.publicUrl.replace(/\/$/, '')}/#/profile/notification`
  await deps.messenger.send({
    to: email,
    kind: `notice-${notice.kind}`,
    subject: t('mail.notice.subject', { topic: t(`notifications.topic.${topicOf(notice.kind)}`) }),
    text: `${noticeWords(notice, language)}\n${address}\n\n${t('mail.notice.why')}`,
  })
}

async function pushTo(deps: HandOnDeps, row: OutgoingRow, notice: Notice): Promise<void> {
  const browser = row.browser_id === null ? null : await browserById(deps.db.query, row.browser_id)
  if (browser === null) return
  const { language } = await deps.readerOf(row.user_id)
  const t = translator(language)
  const outcome = await deps.push(browser, {
    title: t(`notifications.topic.${topicOf(notice.kind)}`),
    text: noticeWords(notice, language),
    path: notice.kind === 'supportAnswered' ? '/help/support' : '/profile/notification',
    tag: notice.id,
  })
  if (outcome === 'gone') await dropBrowser(deps.db.query, { id: browser.id })
}
