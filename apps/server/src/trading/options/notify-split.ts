import type { Notice } from '@candor/contract'
import type { MarketAction } from '@candor/rules'
import type { Database } from '../../platform/database/database.ts'
import type { AccountEvents } from '../../platform/websocket/account-events.ts'
import type { OptionsBoard } from './option-purchase-ports.ts'
import { openOptionsIn } from './options-store.ts'
import { optionsNow } from './routes.ts'
import type { SplitsSince } from './settlement/splits-since.ts'

/** From notifications: returns the notices of several customers with these names, each with its customer. */
export type NoticesOfAll = (
  db: Database,
  userIds: readonly string[],
  names: readonly string[],
) => Promise<readonly { readonly userId: string; readonly notice: Notice }[]>

export interface SplitNoticePorts {
  readonly db: Database
  readonly board: OptionsBoard
  readonly events: AccountEvents
  readonly splits: SplitsSince
  readonly noticesOfAll: NoticesOfAll
  readonly log: { error(details: object, message: string): void }
}

const modes = ['demo', 'real'] as const

/**
 * Notifies open tabs of customers with a running option in a split market: sends the option with its ratio, and the notice that was stored in
 * the transaction of the split. Other customers find both later.
 */
export function notifySplit(ports: SplitNoticePorts, { id, code }: Pick<MarketAction, 'id' | 'code'>): void {
  const { db, events, noticesOfAll, log } = ports
  const tell = async () => {
    const rows = await openOptionsIn(db.query, code)
    const options = await optionsNow(ports, rows)
    for (const [at, { user_id: userId, mode }] of rows.entries())
      events.publish(userId, mode, 'order', options[at])
    const users = rows.map(({ user_id }) => user_id)
    const names = modes.map((mode) => `option-split:${id}:${mode}`)
    for (const { userId, notice } of await noticesOfAll(db, users, names))
      for (const mode of modes) events.publish(userId, mode, 'notification', notice)
  }
  tell().catch((err: unknown) =>
    log.error({ err, code }, 'customers could not be notified of a split of their options'),
  )
}
