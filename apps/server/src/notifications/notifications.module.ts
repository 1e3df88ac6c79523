import { noticeChoicesCalls } from '@candor/contract'
import { defineModule, type ServerContext } from '../module.ts'
import type { Config } from '../platform/config.ts'
import type { Messenger } from '../platform/email/messenger.ts'
import { removeAlertsOf } from './alerts-store.ts'
import { choiceHandlers } from './choice-routes.ts'
import { dropBrowser, removeChoicesOf } from './choices-store.ts'
import { handOn, type NoticeDelivery } from './hand-on.ts'
import { removeOutgoingOf } from './outgoing-store.ts'
import { type PushAddress, type PushWords, sendPush } from './send-push.ts'
import { openVapidKeys } from './vapid-keys.ts'

export interface NotificationsPorts {
  readonly config: Pick<Config, 'dataDir' | 'publicUrl' | 'mailFrom'>
  readonly readerOf: NoticeDelivery['readerOf']
  /** Sends a message; resolves when the mail server accepted it, and throws otherwise. */
  readonly messenger: Messenger
}

/** Notifications outside the pages: mails and web push, by each customer's choice. */
export const notificationsModule = defineModule({
  name: 'notifications',
  calls: noticeChoicesCalls,
  export: [{ call: 'noticeChoices', folder: 'person' }],
  customerTables: {
    notifications_notices: {
      exported: ['notifications'],
      erased: { retained: 'events of the books, by id' },
    },
    notifications_choices: { exported: ['noticeChoices'], erased: 'rows' },
    notifications_browsers: { exported: ['noticeChoices'], erased: 'rows' },
    notifications_outgoing: { exported: { instead: 'a queue of notices' }, erased: 'rows' },
    notifications_alerts: { exported: ['listAlert'], erased: 'rows' },
  },
  open: (context: ServerContext, { config, readerOf, messenger }: NotificationsPorts) => {
    const keys = openVapidKeys(config.dataDir)
    const sender = { keys, contact: contactOf(config) }
    const delivery: NoticeDelivery = {
      readerOf,
      messenger,
      publicUrl: config.publicUrl,
      push: (to: PushAddress, words: PushWords) => sendPush(to, words, sender),
    }
    return {
      handlers: choiceHandlers(context, keys.publicKey),
      jobs: [{ name: 'hand-on-notices', everyMs: 3_000, run: () => handOn(context, delivery) }],
      eraseCustomer: async (tx, userId) => {
        await dropBrowser(tx, { user_id: userId })
        await removeChoicesOf(tx, userId)
        await removeOutgoingOf(tx, userId)
        await removeAlertsOf(tx, userId)
      },
    }
  },
})

/** Returns the contact address that web push requires (RFC 8292). */
function contactOf({ publicUrl, mailFrom }: NotificationsPorts['config']): string {
  if (publicUrl?.startsWith('https://')) return publicUrl
  return `mailto:${/<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`
}
