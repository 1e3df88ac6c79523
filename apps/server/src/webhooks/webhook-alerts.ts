import { webhooksOps } from '@candor/contract'
import { hourMs } from '@candor/rules/time-units.ts'
import type { AlertSource } from '../back-office/dashboard/work-queue.ts'
import type { ClockedDatabase } from '../platform/database/database.ts'
import { namesInAlert } from '../platform/names-in-alert.ts'

/** A receiver that fails for less is usually back before anyone looks. */
const longFailureMs = hourMs

/** Alerts about endpoints that were stopped, and about those that fail. */
export const webhookAlerts = ({ db, clock }: ClockedDatabase): AlertSource => ({
  page: 'webhooks',
  roles: webhooksOps.opsWebhooks.roles,
  alerts: async () => {
    const rows = await db.query
      .selectFrom('webhooks_endpoints')
      .select(['name', 'state', 'stopped_at', 'failing_since'])
      .where((eb) =>
        eb.or([
          eb('state', '=', 'stopped'),
          eb.and([
            eb('state', '=', 'active'),
            eb('failing_since', '<=', BigInt(clock.now() - longFailureMs)),
          ]),
        ]),
      )
      .orderBy('created_at')
      .execute()
    const stopped = rows.filter(({ state }) => state === 'stopped')
    const failing = rows.filter(({ state }) => state === 'active')
    return [
      ...alertOf('bad', 'Webhooks were stopped', stopped, ({ stopped_at }) => stopped_at),
      ...alertOf('warn', 'Webhooks are failing', failing, ({ failing_since }) => failing_since),
    ]
  },
})

function alertOf<Row extends { readonly name: string }>(
  tone: 'warn' | 'bad',
  words: string,
  rows: readonly Row[],
  sinceOf: (row: Row) => bigint | null,
) {
  if (rows.length === 0) return []
  const sinceMs = Math.min(...rows.map((row) => Number(sinceOf(row))))
  return [{ tone, text: `${words}: ${namesInAlert(rows.map(({ name }) => name))}`, sinceMs }]
}
