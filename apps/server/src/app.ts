import type { Logger } from 'pino'
import { requireFreshProof } from './accounts/fresh-proof.ts'
import { housekeeping } from './app/housekeeping.ts'
import { marketPages } from './app/market-pages.ts'
import { openBus } from './app/open-bus.ts'
import { openCommon } from './app/open-common.ts'
import { openDoors } from './app/open-doors.ts'
import { openFoundation } from './app/open-foundation.ts'
import type { RunningApp, Surroundings } from './app/running-app.ts'
import { emailsOf } from './back-office/operators/people-store.ts'
import { composeAccounts, composeIdentity } from './compose-accounts.ts'
import { composeBackOffice } from './compose-back-office.ts'
import { composeEngine } from './compose-engine.ts'
import { composeBooks, composeFunding } from './compose-money.ts'
import { composeProducts } from './compose-products.ts'
import { openFeeds } from './market-data/feeds/open-feeds.ts'
import { marketEventsModule } from './market-data/market-events/market-events.module.ts'
import { tariffsModule } from './market-data/tariffs/tariffs.module.ts'
import { Modules } from './module.ts'
import { keepNotices } from './notifications/notices-store.ts'
import type { AskedConfig } from './platform/config.ts'
import type { Handlers } from './platform/http/handlers.ts'
import { type Job, startTimetable } from './platform/jobs/timetable.ts'
import { ShutdownStack } from './platform/shutdown-stack.ts'
import { leadEngine } from './trading/engine/lead-engine.ts'
import { withOrderFile } from './trading/orders/order-file.ts'

/**
 * Opens everything in its order and listens; what was opened before a failure is closed again. The simulator passes
 * surroundings of its own.
 */
export async function startApp(
  asked: AskedConfig,
  log: Logger,
  surroundings: Surroundings = { openFoundation, openBus, openFeeds, openDoors },
): Promise<RunningApp> {
  const closing = new ShutdownStack()
  try {
    return await openApp(asked, log, closing, surroundings)
  } catch (error) {
    await closing.run()
    throw error
  }
}

/**
 * Wires the modules, in the only place: each gets its dependencies on others here, as functions. Every process opens every module but the
 * engine; its roles decide which of them run and serve (ADR-016).
 */
async function openApp(
  asked: AskedConfig,
  log: Logger,
  closing: ShutdownStack,
  surroundings: Surroundings,
): Promise<RunningApp> {
  const common = await openCommon({ asked, log, closing, surroundings })
  const { base, modules, foundation, config, serves, addresses } = common
  const { outbox, bus, desk, limits, hub } = common
  const { keys, heads, sign, core } = common
  const { users, sessions, countryStanding } = core
  const { db, clock, customerOf, console, sandbox } = base

  const quotes = await surroundings.openFeeds({ config, db, clock, log, bus, closing })
  const { board } = quotes
  const marketEvents = await modules.open(marketEventsModule, { quotes, keepNotices, emailsOf })
  await modules.open(tariffsModule, { board })
  const engine = await leadEngine({
    ...{ log, clock, bus, closing, client: desk, mayLead: serves('engine') },
    open: (waiting, ends) => {
      const ports = { quotes, marketEvents, customerOf, sign }
      return composeEngine(new Modules(base, console), base, ports, { waiting, ends })
    },
  })
  // Stopped before the engine that acts on what it gives.
  closing.add(() => quotes.stop())

  const operators = await composeBackOffice(common, board)
  const identity = await composeIdentity(common, (userId): Promise<void> => funding.tellReleased(userId))
  const accounts = await composeAccounts(
    common,
    identity,
    (): Handlers => ({
      ...handlers,
      ...desk.handlersBeside(handlers),
    }),
  )
  const funding = await composeFunding(common, board, { accounts, identity })
  await composeBooks(common, funding)
  const { artworks, shared, pages } = await composeProducts(common, identity)
  const handlers: Handlers = {
    ...marketPages({ ...base, board, quotes, users, sign, budget: limits.keptQuotes }),
    ...modules.handlers,
  }
  const jobs: Job[] = [...housekeeping(base), ...modules.jobs]
  // Who is signed in here is known here alone, and so is the head that receipts name.
  const ofThisProcess: Job[] = [
    { name: 'write-seen', noCases: 'one statement', everyMs: minute, run: () => sessions.writeSeen() },
    {
      name: 'sign-heads',
      noCases: 'one head an hour, over everything',
      everyMs: minute,
      run: () => heads.turn(),
    },
  ]
  closing.add(
    startTimetable([...ofThisProcess, ...modules.followers, ...(serves('jobs') ? jobs : [])], log, clock),
  )
  // Before the timetable waits for its jobs.
  closing.add(() => identity.screening.stopReading())
  const listening = await surroundings.openDoors({
    config,
    log,
    closing,
    foundation,
    authenticate: sessions.authenticate,
    authenticateKey: accounts.apiKeys.authenticate,
    hub,
    artworks,
    roomPages: pages,
    quotes,
    engine,
    keys,
    heads,
    isVerified: core.isVerified,
    requireFreshProof: (caller, given) => requireFreshProof(accounts, caller, given),
    countryStanding,
    // What no module here handles, the engine does, wherever it leads.
    handlers: serves('api') ? { ...handlers, ...withOrderFile(desk.handlersBeside(handlers)) } : null,
    operators: { handlers: console.handlers, door: operators },
    limits,
    shared,
  })
  if (config.publicUrl === null) addresses.own = listening.url
  addresses.console = listening.consoleUrl
  await quotes.start()
  return {
    ...listening,
    config,
    outbox,
    now: () => clock.now(),
    addSampleOperators: async () => (sandbox && serves('api') ? operators.addSamples(config.dataDir) : null),
    stop: () => closing.run(),
  }
}

const minute = 60_000
