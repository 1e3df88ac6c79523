import type { AccountMode, Notice } from '@candor/contract'
import type { MarketAction } from '@candor/rules'
import { appliedSplits, dueActions, isCancelled, newestRolls, newestSplits } from '../market-data/actions.ts'
import { type Halt, haltMarket, MarketHalts } from '../market-data/halts.ts'
import { keepNotices } from '../notifications/notices-store.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Job } from '../platform/jobs/timetable.ts'
import type { AccountEvents } from '../platform/websocket/account-events.ts'
import { createAudit } from '../proofs/audit.ts'
import type { MarketActionsParts } from '../trading/engine/contracts-parts.ts'
import type { Quotes } from './open-feeds.ts'

export interface MarketEventsParts {
  readonly db: Database
  readonly clock: Clock
  readonly quotes: Pick<Quotes, 'board' | 'rebase'>
  readonly log: { warn(details: object, message: string): void }
}

/** Access to the customers affected by halts; available where the engine leads. */
export interface Concerned {
  readonly events: AccountEvents
  readonly newId: () => string
  /** From the orders module: accounts with positions or orders in a market. */
  readonly holdersOf: (code: string) => readonly { readonly userId: string; readonly mode: AccountMode }[]
}

export interface MarketEvents {
  /** For the engine. */
  readonly actions: MarketActionsParts
  /** Of every process: halts and splits are followed from the table. */
  readonly jobs: readonly Job[]
  /** Before the feed starts: a halted market is halted at its first quote. */
  start(): Promise<void>
  /** Calls the follower for each action after its commit, at once, in memory. */
  follow(follower: (action: MarketAction) => void): void
  /** Notifies the affected customers of each halt and its end. */
  tellHalts(concerned: Concerned): Promise<Job>
}

const second = 1_000
const modes: readonly AccountMode[] = ['demo', 'real']

/** Opens market events besides trading: splits, dividends, rolls, halts. */
export function openMarketEvents({ db, clock, quotes, log }: MarketEventsParts): MarketEvents {
  const followers: ((action: MarketAction) => void)[] = []
  const { board } = quotes
  const halts = new MarketHalts({ db, board, onChange: () => undefined })
  const splits = new Set<string>()
  const rebase = (action: MarketAction) => {
    if (action.kind !== 'split' || splits.has(action.id)) return
    splits.add(action.id)
    quotes.rebase(action.code, action.ratio)
  }
  const readSplits = async (then: (action: MarketAction) => void) => {
    for (const action of await appliedSplits(db)) then(action)
  }
  const halt = (code: string, kind: MarketAction['kind']) => {
    const [reason, note] = ['corporateAction', `its ${kind} could not be carried out`] as const
    return db.transaction(async (tx) => {
      const refused = await haltMarket({ query: tx }, clock, { code, reason, note, by: 'engine' })
      if (refused !== null) return
      const entry = { action: 'markets.halt', subject: `market:${code}`, reason: note, after: { reason } }
      await createAudit(clock).write(tx, { actor: 'system', ...entry })
    })
  }
  return {
    actions: {
      due: () => dueActions(db),
      rolled: () => newestRolls(db),
      splits: () => newestSplits(db),
      cancelled: (id) => isCancelled(db, id),
      onDone: (action) => {
        rebase(action)
        for (const follow of followers) follow(action)
      },
      onShort: ({ id, code, kind }) => {
        log.warn({ id, code, kind }, 'an action of a market could not be carried out: it is tried again')
        if (kind === 'dividend') return
        // Positions of the old scale or contract must not meet prices of the new one: at once here, by the table everywhere.
        board.halt(code, 'corporateAction')
        halt(code, kind).catch((err: unknown) => log.warn({ err }, 'the market could not be halted'))
      },
    },
    jobs: [
      {
        name: 'follow-halts',
        noCases: 'reads what all processes follow',
        everyMs: second,
        run: () => halts.refresh(),
      },
      // Another process leads the engine, or this one did it at once.
      {
        name: 'follow-splits',
        noCases: 'reads what all processes follow',
        everyMs: second,
        run: () => readSplits(rebase),
      },
    ],
    start: async () => {
      await halts.start()
      await readSplits(({ id, code }) => {
        splits.add(id)
        board.countSplit(code)
      })
    },
    follow: (follower) => void followers.push(follower),
    tellHalts: async (concerned) => {
      const keeper = { db, clock }
      const told = new MarketHalts({
        db,
        board,
        onChange: (changed, state) => {
          tellHolders(keeper, concerned, changed, state).catch((err: unknown) =>
            log.warn({ err }, 'notices of a halt could not be kept'),
          )
        },
      })
      await told.start()
      return {
        name: 'tell-halts',
        noCases: 'reads what all processes follow',
        everyMs: second,
        run: () => told.refresh(),
      }
    },
  }
}

type Keeper = Pick<MarketEventsParts, 'db' | 'clock'>

/** Notices stored in one statement: everybody else's calls need the connections too. */
const noticesAtOnce = 500

/** Notifies every holder in the market, once per change. */
async function tellHolders(
  { db, clock }: Keeper,
  { events, newId, holdersOf }: Concerned,
  { id, code, reason }: Halt,
  state: 'halted' | 'resumed',
): Promise<void> {
  const at = new Date(clock.now()).toISOString()
  const notices = holdersOf(code).map(({ userId, mode }) => {
    const named = { id: newId(), kind: state, mode, code, orderId: null }
    const notice: Notice = { ...named, at, read: false, facts: { reason } }
    return { userId, once: `${state}:${id}:${mode}`, notice }
  })
  // No cases: holders of one market, all told of the same.
  for (let from = 0; from < notices.length; from += noticesAtOnce) {
    const kept = await keepNotices(db, notices.slice(from, from + noticesAtOnce))
    for (const { userId, notice } of kept)
      for (const to of modes) events.publish(userId, to, 'notification', notice)
  }
}
