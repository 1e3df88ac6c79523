import type { AccountMode } from '@candor/contract'
import type { SplitRatio } from '@candor/rules'
import type { PriceBoard } from '../market-data/board.ts'
import { type LevelIndex, PriceAlerts } from '../notifications/price-alerts.ts'
import { notificationsHandlers, shown } from '../notifications/routes.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import type { Job } from '../platform/jobs/timetable.ts'
import type { AccountEvents } from '../platform/websocket/account-events.ts'
import { ownLimitOf, ownLimitOfLeverage } from '../proofs/own-limit.ts'
import { trustHandlers } from '../proofs/routes.ts'

export interface SafetyParts {
  readonly db: Database
  readonly clock: Clock
  readonly board: PriceBoard
  readonly events: AccountEvents
  readonly log: { error(details: object, message: string): void }
  readonly newId: () => string
  /** From the orders module: one market's levels in order of price. */
  readonly newIndex: () => LevelIndex<string>
}

const modes: readonly AccountMode[] = ['demo', 'real']
const second = 1_000

/** Price alerts and own limits. To be opened before the feed starts: every alert is then watched before its first quote. */
export async function openSafety(parts: SafetyParts) {
  const { db, clock, board, events, log, newId, newIndex } = parts
  const alerts = new PriceAlerts({
    db,
    clock,
    board,
    log,
    newIndex,
    // An alert is the person's: every open tab hears of it, whichever account it shows.
    onFired: (row) => {
      for (const mode of modes) events.publish(row.user_id, mode, 'alert', shown(board, row))
    },
  })
  await alerts.start()
  const jobs: readonly Job[] = [{ name: 'write-alerts', everyMs: second, run: () => alerts.writeAgain() }]
  const handlers: Handlers = {
    ...notificationsHandlers({ db, clock, board, alerts, newId }),
    ...trustHandlers({ db, clock }),
  }
  return {
    jobs,
    handlers,
    ownLimit: ownLimitOf({ db, clock }),
    ownLimitOfLeverage: ownLimitOfLeverage({ db, clock }),
    /** A market was split: its waiting alerts move with it. */
    rebase: (code: string, ratio: SplitRatio) => alerts.rebase(code, ratio),
    stop: () => alerts.stop(),
  }
}
