import type { PriceAlert } from '@candor/contract'
import { parsePrice } from '@candor/money'
import { decideAlert, highestPrice, topicOf } from '@candor/rules'
import type { PriceBoard } from '../market-data/price-board/price-board.ts'
import type { ServerContext } from '../module.ts'
import type { Database } from '../platform/database/database.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { readSequence } from '../platform/http/pages.ts'
import { invalidField, orRefuse, Refusal } from '../platform/http/refusal.ts'
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

/** Handlers of the calls about alerts and notices. */
export const notificationsHandlers = (context: ServerContext, board: PriceBoard, alerts: PriceAlerts) => {
  const { db, clock } = context
  return {
    listAlert: async (_input, { userId }) =>
      (await alertsOf(db.query, userId)).map((row) => shown(board, row)),
    addAlert: async (input, caller) => {
      const row = await addAlert(context, board, input, caller)
      alerts.watch(row)
      return shown(board, row)
    },
    removeAlert: async ({ id }, { userId }) => {
      if (!(await removeAlertRow(db, userId, id))) throw new Refusal('notFound')
      alerts.forget(id)
      return true as const
    },
    notifications: async ({ cursor, limit }, { userId }) => {
      const isOff = await offOnPages(db, userId)
      const { items, next } = await noticesOf(db, userId, readSequence(cursor, 'invalid'), limit)
      const shown = items.map((notice) => ({ ...notice, read: notice.read || isOff(notice.kind) }))
      return { items: shown, nextCursor: next, unread: await countUnread(db, userId, isOff) }
    },
    readNotifications: async ({ ids }, { userId }) => {
      await markRead(db, userId, ids ?? null, clock.now())
      return { unread: await countUnread(db, userId, await offOnPages(db, userId)) }
    },
  } satisfies Handlers
}

export const shown = (board: PriceBoard, row: AlertRow): PriceAlert =>
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

async function addAlert(
  { db, clock, newId }: ServerContext,
  board: PriceBoard,
  input: AlertInput,
  caller: Caller,
): Promise<AlertRow> {
  const market = board.market(input.code)
  if (market === null) throw invalidField('code', 'unknown_market')
  const price = parsePrice(input.price)
  if (price === null || price > highestPrice) throw invalidField('price', 'invalid')
  return db.transaction(async (tx) => {
    await lockCustomer(tx, caller.userId)
    orRefuse(decideAlert(await countWaiting(tx, caller.userId)))
    return addAlertRow(tx, {
      id: newId(),
      user_id: caller.userId,
      code: market.code,
      side: input.side,
      price,
      created_at: BigInt(clock.now()),
    })
  })
}
