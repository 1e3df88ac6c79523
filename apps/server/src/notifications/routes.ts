import type { PriceAlert } from '@candor/contract'
import { parsePrice } from '@candor/money'
import { decideAlert, topicOf } from '@candor/rules'
import type { PriceBoard } from '../market-data/price-board/board.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { orRefuse, Refusal } from '../platform/http/refusal.ts'
import { toAlertResponse } from './alert-response.ts'
import {
  type AlertRow,
  addAlertRow,
  alertsOf,
  countWaiting,
  lockCustomer,
  removeAlertRow,
} from './alerts-store.ts'
import { choicesOf } from './choices-store.ts'
import { countUnread, markRead, noticesOf } from './notices-store.ts'
import type { PriceAlerts } from './price-alerts.ts'

export interface NotificationsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly board: Pick<PriceBoard, 'market'>
  readonly alerts: PriceAlerts
  readonly newId: () => string
}

/** Handlers of this module's calls. */
export const notificationsHandlers = (deps: NotificationsDeps) =>
  ({
    listAlert: async (_input, { userId }) =>
      (await alertsOf(deps.db.query, userId)).map((row) => shown(deps.board, row)),
    addAlert: (input, caller) => addAlert(deps, input, caller),
    removeAlert: async ({ id }, { userId }) => {
      if (!(await removeAlertRow(deps.db, userId, id))) throw new Refusal('notFound')
      deps.alerts.forget(id)
      return true as const
    },
    notifications: async ({ cursor, limit }, { userId }) => {
      const isOff = await offOnPages(deps.db, userId)
      const { items, next } = await noticesOf(deps.db, userId, readCursor(cursor), limit)
      const shown = items.map((notice) => ({ ...notice, read: notice.read || isOff(notice.kind) }))
      return { items: shown, nextCursor: next, unread: await countUnread(deps.db, userId, isOff) }
    },
    readNotifications: async ({ ids }, { userId }) => {
      await markRead(deps.db, userId, ids ?? null, deps.clock.now())
      return { unread: await countUnread(deps.db, userId, await offOnPages(deps.db, userId)) }
    },
  }) satisfies Handlers

export const shown = (board: Pick<PriceBoard, 'market'>, row: AlertRow): PriceAlert =>
  toAlertResponse(row, board.market(row.code)?.digits ?? 0)

/** Selects kinds that stay on their page without a marker, by the customer's choice. */
async function offOnPages({ query }: Database, userId: string): Promise<(kind: string) => boolean> {
  const choices = await choicesOf(query, userId)
  return (kind) => !choices[topicOf(kind)].site
}

interface AlertInput {
  readonly code: string
  readonly price: string
  readonly side: 'above' | 'below'
}

async function addAlert(deps: NotificationsDeps, input: AlertInput, caller: Caller): Promise<PriceAlert> {
  const { db, clock, board, alerts } = deps
  const market = board.market(input.code)
  if (market === null) throw invalid('code', 'unknown_market')
  const price = parsePrice(input.price)
  if (price === null || price > highest) throw invalid('price', 'invalid')
  const row = await db.transaction(async (tx) => {
    await lockCustomer(tx, caller.userId)
    orRefuse(decideAlert(await countWaiting(tx, caller.userId)))
    return addAlertRow(tx, {
      id: deps.newId(),
      user_id: caller.userId,
      code: market.code,
      side: input.side,
      price,
      created_at: BigInt(clock.now()),
    })
  })
  alerts.watch(row)
  return shown(board, row)
}

function readCursor(cursor: string | undefined): bigint | null {
  if (cursor === undefined) return null
  if (!/^\d{1,18}$/.test(cursor)) throw invalid('cursor', 'invalid')
  return BigInt(cursor)
}

/** Largest value of 64 bits. */
const highest = 2n ** 63n - 1n

const invalid = (path: string, code: string) => new Refusal('invalidInput', { issues: [{ path, code }] })
