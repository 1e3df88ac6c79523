import type { MarketAction, ScheduledAction, SplitRatio } from '@candor/rules'
import { secondMs } from '@candor/rules/time-units.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Job } from '../../platform/jobs/timetable.ts'
import type { Audit } from '../../proofs/audit/audit.ts'
import type { MarketActionsPort } from '../../trading/engine/runtime-options.ts'
import type { MemoryPriceBoard } from '../price-board/memory-price-board.ts'
import { ActionHalts } from './action-halts.ts'
import { appliedSplits, dueActions, isCancelled, newestRolls, splitsByMarket } from './actions.ts'
import { MarketHalts } from './halts.ts'
import { dividendsByMarket } from './paid-dividends.ts'
import { StuckActions } from './stuck-actions.ts'

/** Prices of this process, as far as what happens to a market changes them. */
export interface EventQuotes {
  readonly board: MemoryPriceBoard
  /** A market was split: its prices go on at the new scale here. */
  rebase(code: string, ratio: SplitRatio): void
}

export interface MarketEventsOptions {
  readonly db: Database
  readonly clock: Clock
  readonly quotes: EventQuotes
  readonly audit: Audit
  readonly log: {
    warn(details: object, message: string): void
    error(details: object, message: string): void
  }
}

export interface MarketEvents {
  /** For the engine. */
  readonly actions: MarketActionsPort
  /** Of every process: halts and splits are followed from the table. */
  readonly jobs: readonly Job[]
  /** Before the feed starts: a halted market is halted at its first quote. */
  start(): Promise<void>
  /** Calls the follower for each action after its commit, at once, in memory. */
  follow(follower: (action: MarketAction) => void): void
}

/** Follows what happens to a whole market besides its prices: splits, dividends, rolls, halts. */
export function followMarketEvents(options: MarketEventsOptions): MarketEvents {
  const { db, quotes } = options
  const followers: ((action: MarketAction) => void)[] = []
  const halts = new MarketHalts(db, quotes.board, () => undefined)
  const splits = new Set<string>()
  const rebase = (action: MarketAction) => {
    if (action.kind !== 'split' || splits.has(action.id)) return
    splits.add(action.id)
    quotes.rebase(action.code, action.ratio)
  }
  const onDone = (action: MarketAction) => {
    rebase(action)
    for (const follow of followers) follow(action)
  }
  const readSplits = async (then: (action: MarketAction) => void) => {
    for (const action of await appliedSplits(db)) then(action)
  }
  return {
    actions: actionsForEngine(options, onDone),
    // Another process leads the engine, or this one did it at once.
    jobs: [
      jobOf('follow-halts', () => halts.refresh()),
      jobOf('follow-splits', async () => {
        await awaitSplits(options)
        await readSplits(rebase)
      }),
    ],
    start: async () => {
      await halts.start()
      await awaitSplits(options)
      await readSplits(({ id, code }) => {
        splits.add(id)
        quotes.board.countSplit(code)
      })
    },
    follow: (follower) => void followers.push(follower),
  }
}

/** Lets no quote trade from the moment of a scheduled split on, until it is carried out or cancelled. */
async function awaitSplits({ db, quotes: { board } }: MarketEventsOptions): Promise<void> {
  const splits = (await dueActions(db)).filter(({ kind }) => kind === 'split')
  for (const { code } of board.markets) {
    const split = splits.find((one) => one.code === code)
    board.awaitSplit(code, split === undefined ? null : untradableFrom(split))
  }
}

/** The moment of a split that was put off came, whatever the clock says now. */
const untradableFrom = ({ at, isPutOff = false }: ScheduledAction): number =>
  isPutOff ? Number.NEGATIVE_INFINITY : at

const jobOf = (name: string, run: () => Promise<void>): Job => ({
  name,
  noCases: 'reads what all processes follow',
  everyMs: secondMs,
  run,
})

/** The calendar of actions as the engine carries it out. */
function actionsForEngine(
  options: MarketEventsOptions,
  onDone: MarketActionsPort['onDone'],
): MarketActionsPort {
  const { db, quotes, log } = options
  const stuck = new StuckActions(options)
  const halts = new ActionHalts(options)
  return {
    due: () => dueActions(db),
    rolled: () => newestRolls(db),
    splits: () => splitsByMarket(db),
    dividends: () => dividendsByMarket(db),
    cancelled: async (id) => {
      const cancelled = await isCancelled(db, id)
      if (cancelled) halts.end(id)
      return cancelled
    },
    onDone: (action) => {
      stuck.forget(action)
      halts.end(action.id)
      onDone(action)
    },
    onAwaitingRate: (action) => stuck.note(action, new Error('its currency has no rate yet')),
    onPutOff: (action, err) => {
      const { id, code, kind } = action
      if (err === null)
        log.warn({ id, code, kind }, 'a corporate action could not be carried out; it will be retried')
      else stuck.note(action, err)
      halts.begin(action)
      if (action.kind === 'split')
        quotes.board.awaitSplit(code, untradableFrom({ ...action, isPutOff: true }))
    },
  }
}
