import type { AccountMode, CancellationCause, InstallationStatus, Notice, NoticeKind } from '@candor/contract'
import type { ServerContext } from '../../module.ts'
import type { Database, Reader } from '../../platform/database/database.ts'
import { isoOf } from '../../platform/iso-time.ts'
import { forEachCase } from '../../platform/jobs/for-each-case.ts'
import type { Job } from '../../platform/jobs/timetable.ts'
import type { ActionRow } from '../markets-tables.ts'
import { actionValue } from './actions.ts'
import {
  type Cancellation,
  cancelledSince,
  type Holder,
  lockCancellation,
  moveCancellation,
  openCancellations,
} from './cancellations-store.ts'
import type { KeepNotices } from './notify-halts.ts'

/** Accounts with something open in a market at a moment. */
export interface HoldersRequest {
  readonly code: string
  /** Epoch ms. */
  readonly at: number
  /** Counts running options too. */
  readonly options: boolean
  /** Returns those after this one, in the order of customer and account. */
  readonly after: Holder | null
  readonly limit: number
}
export type HoldersAt = (reader: Reader, request: HoldersRequest) => Promise<readonly Holder[]>

interface NotifyPorts {
  readonly keepNotices: KeepNotices
  readonly holdersAt: HoldersAt
}

const job = 'notify-cancellations'
const everyMs = 1_000
const casesAtOnce = 20
/** Accounts notified in one transaction. */
const holdersAtOnce = 500
const modes: readonly AccountMode[] = ['demo', 'real']

/** Job: notifies every customer with a position, a pending order or, at a split, an option in a market whose action was cancelled. */
export const notifyCancellations = (context: ServerContext, ports: NotifyPorts): Job => ({
  name: job,
  everyMs,
  run: () =>
    forEachCase(context, {
      job,
      atOnce: casesAtOnce,
      find: (limit) => openCancellations(context.db, limit),
      move: async ({ id }) => {
        while (await notifyNext(context, ports, id)) {
          // Each page is its own transaction: a crash continues after the last one.
        }
        return true
      },
    }),
})

/** Notifies the next accounts; false when nobody is left. */
async function notifyNext(
  { db, clock, events, newId }: ServerContext,
  { keepNotices, holdersAt }: NotifyPorts,
  id: string,
): Promise<boolean> {
  const page = await db.transaction(async (tx) => {
    const cancellation = await lockCancellation(tx, id)
    if (cancellation === null) return null
    const { action, cancelledAt, through } = cancellation
    const { code, kind } = action
    const about = { code, at: cancelledAt, options: kind === 'split', after: through }
    const holders = await holdersAt(tx, { ...about, limit: holdersAtOnce })
    const isLast = holders.length < holdersAtOnce
    const notices = holders.map((holder) => noticeTo(holder, newId(), cancellation))
    const stored = await keepNotices(tx, notices)
    await moveCancellation(tx, id, {
      last: holders.at(-1) ?? null,
      notifiedAt: isLast ? clock.now() : null,
    })
    return { stored, isLast }
  })
  if (page === null) return false
  for (const { userId, notice } of page.stored)
    for (const to of modes) events.publish(userId, to, 'notification', notice)
  return !page.isLast
}

const noticeKinds = {
  split: 'splitCancelled',
  dividend: 'dividendCancelled',
  roll: 'rollCancelled',
} as const satisfies Record<ActionRow['kind'], NoticeKind>

function noticeTo({ userId, mode }: Holder, id: string, { action, cancelledAt }: Cancellation) {
  const at = isoOf(cancelledAt)
  const named = { id, kind: noticeKinds[action.kind], mode, code: action.code, orderId: null }
  const notice: Notice = { ...named, at, read: false, facts: { ...valuesOf(action), cause: causeOf(action) } }
  return { userId, once: `cancelled:${action.id}:${mode}`, notice }
}

function valuesOf(action: ActionRow): Readonly<Record<string, string>> {
  if (action.kind === 'split') return { ratio: actionValue(action) }
  return action.kind === 'dividend' ? { perUnit: actionValue(action) } : action.facts
}

/** Operators do not choose it: once its moment is over, an action can be cancelled only where it could not be carried out. */
const causeOf = ({ at, cancelled_at }: ActionRow): CancellationCause =>
  cancelled_at !== null && cancelled_at > at ? 'failed' : 'withdrawn'

/** Returns the actions that were cancelled since a moment, for the public record. */
export async function shownCancellations(
  { query }: Database,
  since: number,
): Promise<InstallationStatus['cancellations']> {
  return (await cancelledSince(query, since)).map((row) => ({
    code: row.code,
    kind: row.kind,
    value: actionValue(row),
    at: isoOf(row.at),
    cancelledAt: isoOf(Number(row.cancelled_at)),
    cause: causeOf(row),
  }))
}
