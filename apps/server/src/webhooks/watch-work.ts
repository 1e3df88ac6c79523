import type { ConsoleAlert, QueueWork } from '@candor/contract'
import type { Selectable } from 'kysely'
import type { ClockedDatabase, Tx } from '../platform/database/database.ts'
import { isWanted, keepEvent } from './events-store.ts'
import type { SeenWork, WebhooksTables } from './webhooks-tables.ts'

/** Alerts and queues of the dashboard, of every role. */
export interface WorkOfAll {
  readonly alerts: readonly ConsoleAlert[]
  readonly queues: readonly Pick<QueueWork, 'page' | 'waiting' | 'late'>[]
}

type SeenBefore = ReadonlyMap<string, Selectable<WebhooksTables['webhooks_watched']>['seen']>

const types = ['alert.raised', 'alert.ended', 'queue.late'] as const

/** Compares the dashboard with the last look, and records what is new or has ended, together with what was seen. */
export async function watchWork(
  { db, clock }: ClockedDatabase,
  workOfAll: () => Promise<WorkOfAll>,
): Promise<void> {
  if (!(await isWanted(db.query, types))) return
  const { alerts, queues } = await workOfAll()
  const now = clock.now()
  await db.transaction(async (tx) => {
    const before = await seenBefore(tx)
    await tellAlerts(tx, { before, alerts, now })
    await tellLate(tx, { before, queues, now })
  })
}

/** Everything that was seen, by its name, locked: of two processes that look at once one records the news. */
async function seenBefore(tx: Tx): Promise<SeenBefore> {
  await tx
    .insertInto('webhooks_watched')
    .values({ name: 'look', seen: '{}' })
    .onConflict((row) => row.column('name').doNothing())
    .execute()
  const rows = await tx.selectFrom('webhooks_watched').selectAll().orderBy('name').forNoKeyUpdate().execute()
  return new Map(rows.map(({ name, seen }) => [name, seen]))
}

interface Look {
  readonly before: SeenBefore
  readonly now: number
}

async function tellAlerts(
  tx: Tx,
  { before, alerts, now }: Look & { readonly alerts: readonly ConsoleAlert[] },
): Promise<void> {
  const present = new Map(alerts.map((alert) => [nameOf(alert), alert]))
  // No cases: a dozen alerts, all in one transaction.
  for (const [name, alert] of present) {
    if (before.has(name)) continue
    await keepEvent(tx, { type: 'alert.raised', at: now, data: { ...alert } })
    await storeSeen(tx, { name, seen: alert })
  }
  // No cases: likewise.
  for (const [name, seen] of before) {
    if (!('text' in seen) || present.has(name)) continue
    await keepEvent(tx, { type: 'alert.ended', at: now, data: { ...seen } })
    await tx.deleteFrom('webhooks_watched').where('name', '=', name).execute()
  }
}

async function tellLate(tx: Tx, { before, queues, now }: Look & Pick<WorkOfAll, 'queues'>): Promise<void> {
  // No cases: a dozen queues, all in one transaction.
  for (const { page, waiting, late } of queues) {
    const name = `late ${page}`
    const seen = before.get(name)
    const known = seen !== undefined && 'late' in seen ? seen.late : 0
    if (late > known) await keepEvent(tx, { type: 'queue.late', at: now, data: { page, waiting, late } })
    if (late !== known) await storeSeen(tx, { name, seen: { late } })
  }
}

async function storeSeen(
  tx: Tx,
  { name, seen }: { readonly name: string; readonly seen: SeenWork },
): Promise<void> {
  const text = JSON.stringify(seen)
  await tx
    .insertInto('webhooks_watched')
    .values({ name, seen: text })
    .onConflict((row) => row.column('name').doUpdateSet({ seen: text }))
    .execute()
}

/** Names an alert without the markets or cases it lists, which come and go while it lasts. */
const nameOf = ({ page, text }: ConsoleAlert): string => `alert ${page ?? ''} ${text.split(':')[0] ?? ''}`
