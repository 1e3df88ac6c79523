import { secondMs } from '@candor/rules/time-units.ts'
import type { Kysely } from 'kysely'
import type { ServerContext } from '../../../module.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import { noticeMs } from '../../tariffs/propose-terms.ts'

/**
 * Returns the notice that customers have of a closure, in ms: that of a tariff, and at least the longest option, so that no option bought
 * before the announcement ends in the closure.
 */
export async function closureNoticeMs(context: ServerContext, db: Kysely<Schema>): Promise<number> {
  const payouts = (await context.parameters.valueIn(db, 'options.payouts')) as Readonly<
    Record<string, unknown>
  >
  const periods = Object.keys(payouts).map((seconds) => Number(seconds) * secondMs)
  return Math.max(await noticeMs(context, db), ...periods)
}
