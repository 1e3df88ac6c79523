import { refuse } from '@candor/rules'
import type { Logger } from 'pino'
import { v7 as newId } from 'uuid'
import { isFrozen } from '../accounts/freezes.ts'
import { keepOpenProfit } from '../back-office/treasury/treasury-store.ts'
import type { PriceBoard } from '../market-data/board.ts'
import type { MarketEvents as FollowedMarketEvents } from '../market-data/market-events/follow-market-events.ts'
import type { HoldersOf } from '../market-data/market-events/tell-halts.ts'
import { QuotePaths } from '../market-data/quote-paths.ts'
import type { Bus } from '../platform/bus/bus.ts'
import type { Config } from '../platform/config.ts'
import type { Job } from '../platform/jobs/timetable.ts'
import { startTimetable } from '../platform/jobs/timetable.ts'
import { leadOrStandBy, type Standing, type Waiting } from '../platform/leadership.ts'
import { ShutdownStack } from '../platform/shutdown-stack.ts'
import type { AccountEvents } from '../platform/websocket/account-events.ts'
import type { Receipt } from '../proofs/receipt-keys.ts'
import { type EngineClient, type EngineService, fundsByText } from '../trading/engine/engine-client.ts'
import { TradingRuntime } from '../trading/engine/trading-runtime.ts'
import { accountFigures, equityHistory, recordEquityOfAll } from '../trading/equity/account-figures.ts'
import { closeEverything, ordersHandlers } from '../trading/orders/routes.ts'
import { FundsDesk } from '../trading/risk/funds-desk.ts'
import { watchReserve } from '../trading/risk/watch-reserve.ts'
import { TriggerIndex } from '../trading/triggers/trigger-index.ts'
import type { Foundation } from './open-foundation.ts'
import { openOrderList } from './open-order-list.ts'
import { openOptions, type ProductsCustomers, receiptHandlers } from './open-products.ts'
import { openSafety } from './open-safety.ts'

/** What happens to a whole market besides its prices. */
interface MarketEvents extends Pick<FollowedMarketEvents, 'actions' | 'follow'> {
  tellHalts(holdersOf: HoldersOf): Promise<Job>
}

export interface EngineParts {
  readonly config: Config
  readonly log: Logger
  readonly desk: EngineClient
  readonly bus: Bus
  readonly closing: ShutdownStack
  readonly foundation: Foundation
  readonly board: PriceBoard
  /** Brings every quote taken in so far to the database, in whichever process takes them in. */
  readonly flushQuotes: () => Promise<void>
  readonly marketEvents: MarketEvents
  readonly events: AccountEvents
  readonly customers: Omit<ProductsCustomers, 'ownLimit' | 'funds'>
  /** From the trust module: signs a document for the installation. */
  readonly sign: (document: Readonly<Record<string, unknown>>) => Receipt
}

export interface Engine {
  standing(): Standing
  /** True when an engine responds, in this process or another. */
  reached(): boolean
}

const fiveMinutes = 5 * 60_000

/** Opens the engine in this process if it may lead and no other does; in any case the desk that reaches it. */
export async function openEngine(parts: EngineParts): Promise<Engine> {
  const { config, log, closing, bus, desk } = parts
  const mayLead = config.roles.includes('engine')
  let leads = false
  const lead = ({ office, jobs, ends }: Rooms) => {
    leads = true
    desk.lead(office)
    ends.add(startTimetable(jobs, log, parts.foundation.clock))
    ends.add(() => bus.resign('engine'))
  }
  if (mayLead) {
    const ends = new ShutdownStack()
    closing.add(() => ends.run())
    const take = (waiting: Waiting) => openRooms(parts, waiting, ends)
    const onTakenOver = async (rooms: Rooms) => lead(rooms)
    const rooms = await leadOrStandBy({ name: 'engine', log, closing, take, onTakenOver })
    if (rooms !== null) lead(rooms)
  }
  return {
    reached: () => desk.reached,
    standing: () => (leads ? 'leads' : mayLead ? 'standing by' : 'elsewhere'),
  }
}

interface Rooms {
  readonly office: EngineService
  readonly jobs: readonly Job[]
  readonly ends: ShutdownStack
}

/** Contracts, options, alerts and own limits: all that watches prices and decides, with what it keeps in memory. */
async function openRooms(parts: EngineParts, waiting: Waiting, ends: ShutdownStack): Promise<Rooms> {
  const { board, events, foundation, log, sign } = parts
  const { clock, db, ledger } = foundation
  const { marketEvents } = parts
  const proofs = { paths: new QuotePaths(db, parts.flushQuotes), sandbox: parts.config.sandbox }
  const contracts = await TradingRuntime.open({
    db,
    ledger,
    board,
    clock,
    events,
    actions: marketEvents.actions,
    kept: proofs,
    log,
    ...waiting,
  })
  ends.add(() => contracts.close())
  const funds = new FundsDesk(contracts, db, contracts.fence ?? 0n)
  const newIndex = () => new TriggerIndex<string>()
  const safety = await openSafety({ db, clock, board, events, log, newId, newIndex })
  ends.add(() => safety.stop())
  const customers = { ...parts.customers, ownLimit: safety.ownLimit, funds }
  const options = await openOptions({ db, clock, ledger, board, events, log, newId, kept: proofs, customers })
  ends.add(() => options.stop())
  const frozen = (userId: string) => isFrozen(db, userId)
  const ownLimit: typeof safety.ownLimitOfLeverage = async (userId, mode) =>
    (await frozen(userId)) ? refuse('accountFrozen') : safety.ownLimitOfLeverage(userId, mode)
  marketEvents.follow((action) => {
    if (action.kind !== 'split') return
    options.tellSplit(action)
    safety.rebase(action.code, action.ratio)
  })
  const tellHalts = await marketEvents.tellHalts((code) => contracts.holdersOf(code))
  const { parameters } = parts.customers
  const watch = watchReserve({
    db,
    standing: (mode) => contracts.capital.standing(mode),
    parameters,
    keepOpenProfit: (minor) => keepOpenProfit(db.query, minor, clock.now()),
    log,
  })
  const endsAtRoll = async (code: string) => {
    const ending = await parameters.value('contracts.endAtRoll')
    return Array.isArray(ending) && ending.includes(code)
  }
  const limits = async () => ({
    openMost: Number(await parameters.value('contracts.openMost')),
    waitingMost: Number(await parameters.value('contracts.waitingMost')),
  })
  const contractCalls = ordersHandlers({
    limits,
    room: contracts,
    clock,
    proofs,
    sign,
    ownLimit,
    endsAtRoll,
    isFrozen: frozen,
  })
  const equity: Job = {
    name: 'record-equity',
    noCases: 'values what is in memory, page by page',
    everyMs: fiveMinutes,
    run: () => recordEquityOfAll(contracts, clock.now()),
  }
  const office: EngineService = {
    fence: contracts.fence ?? 0n,
    handlers: {
      ...contractCalls,
      ...openOrderList(db, contracts),
      ...options.handlers,
      ...safety.handlers,
      ...receiptHandlers(db, proofs, sign, contractCalls),
    },
    figures: (userId, mode) => accountFigures(contracts, userId, mode, clock.now()),
    equityHistory: (userId, mode, days) => equityHistory(contracts, db, { userId, mode }, days, clock.now()),
    closeDemoPositions: async (userId) => {
      await closeEverything(contracts, userId, 'demo')
      await options.endDemo(userId)
    },
    ownLimit: safety.ownLimit,
    reserve: watch.reserve,
    ...fundsByText(funds),
  }
  const expire: Job = {
    name: 'expire-reservations',
    noCases: 'one statement',
    everyMs: 1_000,
    run: () => funds.expire(),
  }
  return { office, jobs: [equity, expire, tellHalts, watch.job, ...options.jobs, ...safety.jobs], ends }
}
