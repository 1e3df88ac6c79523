import type { AccountMode, Notice } from '@candor/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Job } from '../../platform/jobs/timetable.ts'
import type { AccountEvents } from '../../platform/websocket/account-events.ts'
import type { MemoryPriceBoard } from '../price-board/price-board.ts'
import { type Halt, MarketHalts } from './halts.ts'

/** A notice of a halt, by the name of its event. */
interface HaltNotice {
  readonly userId: string
  readonly once: string
  readonly notice: Notice
}

/** Stores notices in one statement; returns those that were not stored before. */
export type KeepNotices = (
  db: Pick<Database, 'query'>,
  notices: readonly HaltNotice[],
) => Promise<readonly HaltNotice[]>

/** Returns the accounts with positions or orders in a market; known where the engine leads. */
export type HoldersOf = (code: string) => readonly { readonly userId: string; readonly mode: AccountMode }[]

export interface HaltNoticePorts {
  readonly db: Database
  readonly clock: Clock
  readonly board: MemoryPriceBoard
  readonly events: AccountEvents
  readonly newId: () => string
  readonly keepNotices: KeepNotices
  readonly log: { warn(details: object, message: string): void }
}

const second = 1_000
const modes: readonly AccountMode[] = ['demo', 'real']
/** Notices stored in one statement: other calls need the connections too. */
const noticesAtOnce = 500

/** Notifies the affected customers of each halt and its end, from now on. */
export async function notifyHalts(ports: HaltNoticePorts, holdersOf: HoldersOf): Promise<Job> {
  const { db, board, log } = ports
  const halts = new MarketHalts({
    db,
    board,
    onChange: (halt, state) => {
      notifyHolders(ports, holdersOf(halt.code), halt, state).catch((err: unknown) =>
        log.warn({ err }, 'notices of a halt could not be stored'),
      )
    },
  })
  await halts.start()
  return {
    name: 'tell-halts',
    noCases: 'reads what all processes follow',
    everyMs: second,
    run: () => halts.refresh(),
  }
}

/** Notifies every holder in the market, once per change. */
async function notifyHolders(
  { db, clock, events, newId, keepNotices }: HaltNoticePorts,
  holders: ReturnType<HoldersOf>,
  { id, code, reason }: Halt,
  state: 'halted' | 'resumed',
): Promise<void> {
  const at = new Date(clock.now()).toISOString()
  const notices = holders.map(({ userId, mode }) => {
    const named = { id: newId(), kind: state, mode, code, orderId: null }
    const notice: Notice = { ...named, at, read: false, facts: { reason } }
    return { userId, once: `${state}:${id}:${mode}`, notice }
  })
  // No cases: holders of one market, all notified of the same.
  for (let from = 0; from < notices.length; from += noticesAtOnce) {
    const stored = await keepNotices(db, notices.slice(from, from + noticesAtOnce))
    for (const { userId, notice } of stored)
      for (const to of modes) events.publish(userId, to, 'notification', notice)
  }
}
