import type { Language } from '@candor/contract'
import type { Users } from '../accounts/accounts-store.ts'
import type { Parameters } from '../back-office/parameters/parameters.ts'
import { choiceHandlers } from '../notifications/choice-routes.ts'
import { handOn } from '../notifications/hand-on.ts'
import { type PushAddress, type PushWords, sendPush } from '../notifications/send-push.ts'
import { openVapidKeys } from '../notifications/vapid-keys.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/database/database.ts'
import type { Messenger } from '../platform/email/messenger.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import type { Job } from '../platform/jobs/timetable.ts'

export interface NoticesParts {
  readonly config: Pick<Config, 'dataDir' | 'publicUrl' | 'mailFrom'>
  readonly db: Database
  readonly clock: Clock
  readonly messenger: Messenger
  readonly parameters: Parameters
  readonly users: Pick<Users, 'byId'>
  readonly log: { warn(details: object, message: string): void }
  readonly newId: () => string
}

/** Opens notifications outside the pages: mails and web push, by each customer's choice. */
export function openNotices(parts: NoticesParts): {
  readonly handlers: Handlers
  readonly jobs: readonly Job[]
} {
  const { config, users, parameters } = parts
  const keys = openVapidKeys(config.dataDir)
  const sender = { keys, contact: contactOf(config) }
  const deps = {
    ...parts,
    publicUrl: config.publicUrl,
    readerOf: async (userId: string) => {
      const { email, language } = await users.byId(userId)
      return { email, language: language as Language }
    },
    push: (to: PushAddress, words: PushWords) => sendPush(to, words, sender),
  }
  const pushServices = async () => (await parameters.value('push.services')) as readonly string[]
  return {
    handlers: choiceHandlers({ ...parts, pushKey: keys.publicKey, pushServices }),
    jobs: [{ name: 'hand-on-notices', everyMs: 3_000, run: () => handOn(deps) }],
  }
}

/** Returns the contact address that web push requires (RFC 8292). */
function contactOf({ publicUrl, mailFrom }: NoticesParts['config']): string {
  if (publicUrl?.startsWith('https://')) return publicUrl
  return `mailto:${/<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`
}
