import type { AccountMode, Notice } from '@candor/contract'
import { secondMs } from '@candor/rules/time-units.ts'
import type { ServerContext } from '../../module.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { Job } from '../../platform/jobs/timetable.ts'
import type { MemoryPriceBoard } from '../price-board/memory-price-board.ts'
import { type Halt, type HaltState, MarketHalts } from './halts.ts'

/** A notice of a halt, by the name of its event. */
interface HaltNotice {
  readonly userId: string
  readonly once: string
  readonly notice: Notice
}

/** Stores notices in one statement; returns those that were not stored before. */
export type KeepNotices = (reader: Reader, notices: readonly HaltNotice[]) => Promise<readonly HaltNotice[]>

/** Returns the accounts with positions or orders in a market; known where the engine leads. */
export type HoldersOf = (code: string) => readonly { readonly userId: string; readonly mode: AccountMode }[]

const modes: readonly AccountMode[] = ['demo', 'real']
/** Notices stored in one statement: other calls need the connections too. */
const noticesAtOnce = 500

/** Notifies the affected customers of each halt and its end, from now on. */
export async function notifyHalts(
  context: ServerContext,
  board: MemoryPriceBoard,
  keepNotices: KeepNotices,
  holdersOf: HoldersOf,
): Promise<Job> {
  const halts = new MarketHalts(context.db, board, (halt, state) => {
    notifyHolders(context, keepNotices, holdersOf(halt.code), { halt, state }).catch((err: unknown) =>
      context.log.warn({ err }, 'notices of a halt could not be stored'),
    )
  })
  await halts.start()
  return {
    name: 'tell-halts',
    noCases: 'reads what all processes follow',
    everyMs: secondMs,
    run: () => halts.refresh(),
  }
}

/** Notifies every holder in the market, once per change. */
async function notifyHolders(
  { db, clock, events, newId }: ServerContext,
  keepNotices: KeepNotices,
  holders: ReturnType<HoldersOf>,
  { halt, state }: { readonly halt: Halt; readonly state: HaltState },
): Promise<void> {
  const { id, code, reason } = halt
  const at = new Date(clock.now()).toISOString()
  const notices = holders.map(({ userId, mode }) => {
    const named = { id: newId(), kind: state, mode, code, orderId: null }
    const notice: Notice = { ...named, at, read: false, facts: { reason } }
    return { userId, once: `${state}:${id}:${mode}`, notice }
  })
  // No cases: holders of one market, all notified of the same.
  for (let from = 0; from < notices.length; from += noticesAtOnce) {
    const stored = await keepNotices(db.query, notices.slice(from, from + noticesAtOnce))
    for (const { userId, notice } of stored)
      for (const to of modes) events.publish(userId, to, 'notification', notice)
  }
}
