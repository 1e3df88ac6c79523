import type { Logger } from 'pino'
import type { OpenedAccounts } from './accounts/opened-accounts.ts'
import { requireFreshProof } from './accounts/sign-in/fresh-proof.ts'
import { type OpsRouteOptions, registerOps } from './back-office/operators/register-ops.ts'
import { servedFigures } from './back-office/parameters/served-figures.ts'
import { composeAccounts, composeIdentity } from './compose-accounts.ts'
import { composeBackOffice } from './compose-back-office.ts'
import { type Common, openContext } from './compose-context.ts'
import { composeBooks, composeFunding } from './compose-money.ts'
import { composeProducts } from './compose-products.ts'
import { composeTrading } from './compose-trading.ts'
import { composeWorth } from './compose-worth.ts'
import { openDepth } from './market-data/depth/open-depth.ts'
import { feedChoiceOf } from './market-data/feeds/feed-choice.ts'
import type { RequestedConfig } from './platform/config.ts'
import type { Handlers } from './platform/http/handlers.ts'
import { serveApiDocs } from './platform/http/pages/api-docs-page.ts'
import type { SharedResponses } from './platform/http/responses/shared-responses.ts'
import type { ServedCalls } from './platform/http/server-options.ts'
import { startTimetable } from './platform/jobs/timetable.ts'
import { ShutdownStack } from './platform/shutdown-stack.ts'
import { realSurroundings } from './real-surroundings.ts'
import type { RunningApp, Surroundings } from './running-app.ts'
import { withOrderFile } from './trading/orders/list/order-file.ts'

/** Opens everything in order and listens; what was opened before a failure is closed again. The simulator passes its own surroundings. */
export async function startApp(
  requested: RequestedConfig,
  log: Logger,
  surroundings: Surroundings = realSurroundings,
): Promise<RunningApp> {
  const closing = new ShutdownStack()
  try {
    return await openApp(await openContext(requested, log, closing, surroundings), surroundings)
  } catch (error) {
    await closing.run()
    throw error
  }
}

/**
 * Opens the modules in order, and the servers last. Every process opens every module but those of the engine; its roles decide
 * which of them run and serve (ADR-016).
 */
async function openApp(common: Common, surroundings: Surroundings): Promise<RunningApp> {
  const { base, modules, config, serves, addresses, bus, engineClient, hub, core, closing } = common
  const { db, clock, log, sandbox } = base
  const quotes = await surroundings.openFeeds({ config, db, clock, log, bus, closing })
  const { board } = quotes
  const engine = await composeTrading(common, quotes)
  // Stopped before the engine that acts on what it gives.
  closing.add('feeds', () => quotes.stop())

  const operators = await composeBackOffice(common, board)
  const identity = await composeIdentity(common, (userId): Promise<void> => funding.tellReleased(userId))
  const accounts = await composeAccounts(
    common,
    identity,
    (): Handlers => ({ ...modules.handlers, ...engineClient.forwardedHandlers(modules.handlers) }),
  )
  const funding = await composeFunding(common, board, { accounts, identity })
  const { execution, isHedgingAway } = await composeBooks(common, quotes, funding)
  const { artworks, shared, news } = await composeProducts(common, identity)
  await composeWorth(common, quotes)

  const depth = openDepth({ feed: feedChoiceOf(config, process.env), board, clock, log })
  closing.add('order books', async () => depth.stop())
  const jobs = serves('jobs') ? modules.jobs : []
  closing.add('jobs', startTimetable([...modules.followers, ...jobs], log, clock))
  // Before the timetable waits for its jobs.
  closing.add('sanctions lists', () => identity.screening.stopReading())
  closing.add('feeds of news', () => news.stopFetching())
  const listening = await surroundings.openServers({
    ...{ config, log, closing, db, board, depth, limits: common.limits },
    authenticate: core.sessions.authenticate,
    calls: serves('api') ? callsOf(common, accounts, operators, shared) : null,
    hubs: hub === null || artworks === null ? null : { accounts: hub, artworks },
    leaders: { feeds: quotes, engine },
    mailLateSince: async () => (await common.letters.unaccepted(1)).sinceMs,
    ...{ executionLate: execution.isLate, isHedgingAway, measure: (registry) => modules.measure(registry) },
  })
  if (config.publicUrl === null) addresses.own = listening.url
  addresses.console = listening.consoleUrl
  await quotes.start()
  return {
    ...listening,
    ...{ config, keys: common.keys, outbox: common.outbox },
    now: () => clock.now(),
    addSampleOperators: async () => (sandbox && serves('api') ? operators.addSamples(config.dataDir) : null),
    stop: () => closing.run(),
    closing: () => closing.closing,
  }
}

/** Returns the calls of every module, and those that the leading engine answers. */
function callsOf(
  { base, modules, engineClient, core }: Common,
  accounts: OpenedAccounts,
  { authenticate, services }: Pick<OpsRouteOptions, 'authenticate' | 'services'>,
  shared: SharedResponses,
): ServedCalls {
  const { handlers } = modules
  return {
    handlers: { ...handlers, ...withOrderFile(engineClient.forwardedHandlers(handlers)) },
    callers: {
      authenticateKey: accounts.apiKeys.authenticate,
      recognizesKey: accounts.apiKeys.recognizes,
      requireFreshProof: (caller, given) => requireFreshProof(accounts, caller, given),
      ...{ isVerified: core.isVerified, countryStanding: core.countryStanding },
    },
    ...{ shared, figures: servedFigures(base.parameters) },
    ops: { handlers: base.console.handlers, authenticate, services, register: registerOps },
    pages: (app, lines) => {
      modules.pages(app, lines)
      serveApiDocs(app)
    },
    consolePages: (app) => modules.consolePages(app),
  }
}
