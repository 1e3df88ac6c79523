import type { Kysely } from 'kysely'
import type { ServerContext } from '../../module.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { TooMany } from '../../platform/http/refusal.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'
import { notifyOfChange } from '../profile/notify-of-change.ts'
import { lastChange } from '../profile/undoings-store.ts'

const everyMs = 600_000

/** Throws `TooMany` within ten minutes of the customer's last export, whichever process made it. */
export const refuseEarlyExport = ({ db, clock }: ServerContext, userId: string) =>
  refuseEarly(db.query, clock, userId)

/**
 * Stores the letter about an export before any of it is sent. Throws `TooMany` when another process stored one meanwhile: of
 * two concurrent exports one is given.
 */
export const tellExported = (context: OpenedAccounts, userId: string): Promise<void> =>
  notifyOfChange(context, userId, async (tx) => {
    await refuseEarly(tx, context.clock, userId)
    return { made: undefined, change: { change: 'export', target: null } }
  })

async function refuseEarly(reader: Kysely<Schema> | Tx, clock: Clock, userId: string): Promise<void> {
  const last = await lastChange(reader, userId, 'export')
  const waitMs = last === null ? 0 : last.getTime() + everyMs - clock.now()
  if (waitMs > 0) throw new TooMany(waitMs)
}
