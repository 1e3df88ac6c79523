import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Language } from '@candor/contract'
import { translator } from '@candor/texts/server.ts'
import type { Logger } from 'pino'
import type { AccountsDeps } from './accounts/accounts-deps.ts'
import { openAccounts, openSessions } from './accounts/open-accounts.ts'
import { accountsHandlers } from './accounts/routes.ts'
import type { Sessions } from './accounts/sessions-store.ts'
import { Closing } from './app/closing.ts'
import { openPrices, type Prices } from './app/open-prices.ts'
import { OffsetClock } from './clock.ts'
import type { Config } from './config.ts'
import { type Database, openDatabase } from './db/database.ts'
import { openEngineRoom } from './db/engine-room.ts'
import { migrate } from './db/migrate.ts'
import { createEnvelope } from './http/envelope.ts'
import type { Handlers } from './http/handlers.ts'
import { createMetrics, serveMetrics } from './http/metrics.ts'
import { addProbes } from './http/probes.ts'
import { Refusal } from './http/refusal.ts'
import { registerCalls, routeTable } from './http/register-calls.ts'
import { RequestBudget } from './http/request-budget.ts'
import { createRunOnce, forgetOldKeys } from './http/run-once.ts'
import { contentSecurityPolicy } from './http/security-headers.ts'
import { routeUpgrades } from './http/upgrades.ts'
import { readIndex, serveWebFiles } from './http/web-files.ts'
import { createWebServer } from './http/web-server.ts'
import { fundHouse, openHouseAccounts } from './jobs/fund-sandbox.ts'
import { followClock, markSandbox, readClockOffset } from './jobs/moved-clock.ts'
import { type Job, startTimetable } from './jobs/timetable.ts'
import type { Ledger } from './ledger/ledger.ts'
import { createLedger } from './ledger/postgres-ledger.ts'
import { AccountHub } from './live/account-hub.ts'
import { PriceHub } from './live/price-hub.ts'
import { marketsHandlers } from './markets/routes.ts'
import { serveLogos } from './markets/serve-logos.ts'
import { FileOutbox } from './outbox/file-outbox.ts'
import type { Messenger } from './outbox/messenger.ts'
import { PatientMessenger } from './outbox/patient-messenger.ts'
import { SmtpMessenger } from './outbox/smtp-messenger.ts'
import { Parameters } from './parameters/parameters.ts'

const webDir = fileURLToPath(new URL('../../web/dist', import.meta.url))

export interface RunningApp {
  readonly url: string
  readonly metricsUrl: string
  /** Where messages become files; null when they are mailed. */
  readonly outbox: string | null
  stop(): Promise<void>
}

/** Opens everything in its order and listens; what was opened before a failure is closed again. */
export async function startApp(config: Config, log: Logger): Promise<RunningApp> {
  const closing = new Closing()
  try {
    return await openApp(config, log, closing)
  } catch (error) {
    await closing.run()
    throw error
  }
}

async function openApp(config: Config, log: Logger, closing: Closing): Promise<RunningApp> {
  const { db, clock } = await openFoundation(config, log, closing)
  const ledger = createLedger(db, clock)
  await openHouseAccounts(ledger)
  await fundHouse(ledger, config.sandbox)

  const sessions = await openSessions(db, clock)
  const hub = new AccountHub({ authenticate: sessions.authenticate, clock })
  closing.add(() => hub.close())
  const { messenger, outbox } = openMessenger(config, clock, log, closing)
  const accounts = await openAccounts({
    db,
    clock,
    ledger,
    messenger,
    events: hub,
    runOnce: createRunOnce(ledger.transaction.bind(ledger), clock),
    text: (language, key, values) => translator(language)(key, values),
    sessions,
    loans: balancesOnly(ledger),
  })

  const prices = await openPrices(config, { db, clock, log }, closing)
  const markets = marketsHandlers({
    db,
    clock,
    board: prices.board,
    candles: prices.candles,
    usualSource: prices.usualSource,
    parameters: new Parameters(db, clock, { sandbox: config.sandbox }),
    measures: { registeredUsers: () => accounts.users.count(), volume24h: async () => '0' },
  })

  closing.add(startTimetable(jobsOf(db, clock, sessions, accounts), log))
  const handlers = { ...accountsHandlers(accounts), ...markets }
  const listening = await listen(config, log, closing, { db, clock, sessions, hub, prices, handlers })
  await prices.startFeed()
  return { ...listening, outbox, stop: () => closing.run() }
}

async function openFoundation(config: Config, log: Logger, closing: Closing) {
  const room = await openEngineRoom({ dataDir: config.dataDir, databaseUrl: config.databaseUrl, log })
  closing.add(() => room.stop())
  const applied = await migrate(room.owner)
  if (applied.length > 0) log.info({ applied }, 'migrated the database')
  const db = openDatabase({ ...room.app, max: 20 })
  closing.add(() => db.close())
  await markSandbox(db, config.sandbox)
  const clock = new OffsetClock(config.sandbox ? await readClockOffset(db) : 0)
  if (config.sandbox) closing.add(followClock(db, room.app, clock, log))
  return { db, clock }
}

function openMessenger(config: Config, clock: OffsetClock, log: Logger, closing: Closing) {
  if (config.smtpUrl === null) {
    const files = new FileOutbox(join(config.dataDir, 'outbox'), clock)
    return { messenger: files as Messenger, outbox: files.folder }
  }
  const smtp = new SmtpMessenger({ url: config.smtpUrl, from: config.mailFrom })
  closing.add(() => smtp.close())
  return { messenger: new PatientMessenger(smtp, log) as Messenger, outbox: null }
}

const minute = 60_000

function jobsOf(
  db: Database,
  clock: OffsetClock,
  sessions: Sessions,
  accounts: AccountsDeps,
): readonly Job[] {
  return [
    { name: 'write-seen', everyMs: minute, run: () => sessions.writeSeen() },
    { name: 'forget-keys', everyMs: 60 * minute, run: () => forgetOldKeys(db.query, clock) },
    { name: 'forget-codes', everyMs: 60 * minute, run: () => accounts.codes.forgetOld() },
  ]
}

interface ListenParts {
  readonly db: Database
  readonly clock: OffsetClock
  readonly sessions: Sessions
  readonly hub: AccountHub
  readonly prices: Prices
  readonly handlers: Handlers
}

/** Generous enough for a page with everything on it, and for a person behind a shared address. */
const addressRule = { burst: 2_000, perSecond: 200 }
const accountRule = { burst: 1_000, perSecond: 100 }

async function listen(config: Config, log: Logger, closing: Closing, parts: ListenParts) {
  const { db, clock, sessions, hub, prices, handlers } = parts
  const metrics = createMetrics()
  const envelope = createEnvelope(codeText)
  const budgets = !config.sandbox
  const app = createWebServer({
    envelope,
    log,
    policy: contentSecurityPolicy(readIndex(webDir)),
    addressBudget: budgets ? new RequestBudget(addressRule, clock) : null,
    trustProxy: config.trustProxy,
    observe: metrics.observeAnswer,
  })
  addProbes(app, {
    pingDatabase: async () => void (await db.pool.query('SELECT 1')),
    feedAgeMs: prices.feedAgeMs,
  })
  registerCalls(
    app,
    { ...notYet(), ...handlers },
    {
      authenticate: sessions.authenticate,
      envelope,
      accountBudget: budgets ? new RequestBudget(accountRule, clock) : null,
      checkResults: config.checkResults === true,
    },
  )
  await serveWebFiles(app, webDir)
  serveLogos(app)
  const priceHub = new PriceHub({ board: prices.board })
  closing.add(() => priceHub.close())
  routeUpgrades(app.server, {
    '/websocket/message': (request, socket, head) => priceHub.upgrade(request, socket, head),

    '/websocket/account': (request, socket, head) => hub.handleUpgrade(request, socket, head),
  })
  const served = await serveMetrics(metrics, { host: config.metricsHost, port: config.metricsPort })
  closing.add(() => served.close())
  await app.listen({ port: config.port, host: config.host })
  closing.add(() => app.close())
  return { url: urlOf(app.server.address(), config.host), metricsUrl: served.url }
}

function urlOf(address: ReturnType<import('node:http').Server['address']>, host: string): string {
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`
}

const codeText = (code: number, language: Language) => translator(language).maybe(`codes.${code}`)

/** Until their rooms open. */
const notYet = (): Handlers =>
  Object.fromEntries(routeTable.map(({ name }) => [name, () => Promise.reject(new Refusal(11004))]))

const balancesOnly = (ledger: Ledger): AccountsDeps['loans'] => ({
  figures: async () => ({
    equity: '0',
    marginUsed: '0',
    marginLevel: null,
    expectedProfit: '0',
    todayEarnings: '0',
  }),
  equityHistory: async () => [],
  closeDemoPositions: async () => void ledger,
})
