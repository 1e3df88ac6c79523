import type { NoticeChoices } from '@candor/contract'
import { alwaysMailed, alwaysOnSite, isPushService, noticeTopics } from '@candor/rules'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { browsersOf, choicesOf, dropBrowser, keepBrowser, keepChoice } from './choices-store.ts'

export interface ChoiceDeps {
  readonly db: Database
  readonly clock: Clock
  readonly pushKey: string
  /** Origins of push services we send to. */
  readonly pushServices: () => Promise<readonly string[]>
  readonly newId: () => string
}

/** Most browsers of a customer: more than anyone has, but few enough to keep the table small. */
const mostBrowsers = 20

/** Handlers of the calls about notification choices. */
export const choiceHandlers = (deps: ChoiceDeps) =>
  ({
    noticeChoices: (_input, { userId }) => show(deps, userId),
    saveNoticeChoices: async ({ choices }, { userId }) => {
      await deps.db.transaction(async (tx) => {
        for (const { topic, ...choice } of choices) await keepChoice(tx, userId, topic, choice)
      })
      return show(deps, userId)
    },
    pushSubscription: async ({ endpoint, keys, device }, { userId }) => {
      if (!isPushService(endpoint, await deps.pushServices())) throw refusedAt('endpoint', 'unknown')
      const known = await browsersOf(deps.db.query, userId)
      if (known.length >= mostBrowsers && !known.some((one) => one.endpoint === endpoint))
        throw refusedAt('endpoint', 'too_many')
      const browser = { id: deps.newId(), user_id: userId, endpoint, ...keys, device }
      await deps.db.transaction((tx) => keepBrowser(tx, { ...browser, created_at: BigInt(deps.clock.now()) }))
      return show(deps, userId)
    },
    removePushSubscription: async ({ endpoint }, { userId }) => {
      await dropBrowser(deps.db.query, { endpoint, user_id: userId })
      return show(deps, userId)
    },
  }) satisfies Handlers

async function show({ db, pushKey }: ChoiceDeps, userId: string): Promise<NoticeChoices> {
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

const refusedAt = (path: string, code: string) => new Refusal('invalidInput', { issues: [{ path, code }] })
