import { type Amount, usdt } from '@candor/money'
import type { Kysely } from 'kysely'
import type { ServerContext } from '../../module.ts'
import type { Schema } from '../../platform/database/schema.ts'

/**
 * Returns the balance that a demo account is opened with and reset to (`demo.grant`), USDT, as it is now: without the cache, so that an
 * account opened after a change has the new amount.
 */
export const demoGrant = async (
  parameters: ServerContext['parameters'],
  db: Kysely<Schema>,
): Promise<Amount<'USDT'>> => usdt(String(await parameters.valueIn(db, 'demo.grant')))
