import type { NoticeChoices } from '@candor/contract'
import { alwaysMailed, alwaysOnSite, isPushService, noticeTopics } from '@candor/rules'
import type { ServerContext } from '../module.ts'
import type { Database } from '../platform/database/database.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { invalidField } from '../platform/http/refusal.ts'
import { browsersOf, choicesOf, dropBrowser, keepBrowser, keepChoice } from './choices-store.ts'

/** Most browsers of a customer: more than anyone has, but few enough to keep the table small. */
const mostBrowsers = 20

/** Handlers of the calls about notification choices. */
export const choiceHandlers = ({ db, clock, newId, parameters }: ServerContext, pushKey: string) => {
  const show = (userId: string) => shownTo(db, pushKey, userId)
  // Origins of the push services we send to.
  const pushServices = async () => (await parameters.value('push.services')) as readonly string[]
  return {
    noticeChoices: (_input, { userId }) => show(userId),
    saveNoticeChoices: async ({ choices }, { userId }) => {
      await db.transaction(async (tx) => {
        for (const { topic, ...choice } of choices) await keepChoice(tx, userId, topic, choice)
      })
      return show(userId)
    },
    pushSubscription: async ({ endpoint, keys, device }, { userId }) => {
      if (!isPushService(endpoint, await pushServices())) throw invalidField('endpoint', 'unknown')
      const known = await browsersOf(db.query, userId)
      if (known.length >= mostBrowsers && !known.some((one) => one.endpoint === endpoint))
        throw invalidField('endpoint', 'too_many')
      const browser = { id: newId(), user_id: userId, endpoint, ...keys, device }
      await db.transaction((tx) => keepBrowser(tx, { ...browser, created_at: BigInt(clock.now()) }))
      return show(userId)
    },
    removePushSubscription: async ({ endpoint }, { userId }) => {
      await dropBrowser(db.query, { endpoint, user_id: userId })
      return show(userId)
    },
  } satisfies Handlers
}

async function shownTo(db: Database, pushKey: string, userId: string): Promise<NoticeChoices> {
  const [choices, browsers] = await Promise.all([choicesOf(db.query, userId), browsersOf(db.query, userId)])
  return {
    choices: noticeTopics.map((topic) => ({ topic, ...choices[topic] })),
    always: [...alwaysOnSite],
    mailed: [...alwaysMailed],
    pushKey,
    browsers: browsers.map(({ id, device, endpoint, created_at }) => ({
      id,
      device,
      endpoint,
      createdAt: new Date(Number(created_at)).toISOString(),
    })),
  }
}
