import { translator } from '@candor/texts/server.ts'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { v7 as newId } from 'uuid'
import type { AccountsDeps } from './accounts/accounts-deps.ts'
import { openAccounts, openSessions } from './accounts/open-accounts.ts'
import { accountsHandlers } from './accounts/routes.ts'
import type { Sessions } from './accounts/sessions-store.ts'
import { Closing } from './app/closing.ts'
import { feedChoiceOf } from './app/feed-choice.ts'
import { type Listening, listen } from './app/listen.ts'
import { type Foundation, openFoundation } from './app/open-foundation.ts'
import { openFunding } from './app/open-funding.ts'
import { openIdentity } from './app/open-identity.ts'
import { openMessenger } from './app/open-messenger.ts'
import { type OpenedOperators, openOperators } from './app/open-operators.ts'
import { openOrderList } from './app/open-order-list.ts'
import { openProducts, receiptHandlers, withEarnings } from './app/open-products.ts'
import { openSafety } from './app/open-safety.ts'
import { addSampleOperators } from './app/sample-operators.ts'
import type { Config } from './config.ts'
import { openPrices, type Prices } from './feeds/open-prices.ts'
import type { Handlers } from './http/handlers.ts'
import { createRunOnce, forgetOldKeys } from './http/run-once.ts'
import { type Job, startTimetable } from './jobs/timetable.ts'
import { measureLedger } from './ledger/measure-ledger.ts'
import { AccountHub } from './live/account-hub.ts'
import { measureAccounts } from './live/measure-accounts.ts'
import { measurePrices } from './live/measure-prices.ts'
import { PriceHub } from './live/price-hub.ts'
import { marketsHandlers } from './markets/routes.ts'
import { serveLogos } from './markets/serve-logos.ts'
import { accountFigures, equityHistory, recordEquityOfAll } from './orders/account-figures.ts'
import { ContractsRoom } from './orders/contracts-room.ts'
import { closeEverything, ordersHandlers } from './orders/routes.ts'
import { tradedVolume } from './orders/traded-volume.ts'
import { TriggerIndex } from './orders/trigger-index.ts'
import { Parameters } from './parameters/parameters.ts'
import { openReceiptSigner, type ReceiptSigner } from './trust/receipt-keys.ts'

export interface RunningApp extends Listening {
  /** Where messages become files; null when they are mailed. */
  readonly outbox: string | null
  /** The server's time. */
  now(): number
  /** A sandbox without operators gets some; answers the file that names them, or null. */
  addSampleOperators(): Promise<string | null>
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

/** The only wiring: rooms get what they need of one another here, as functions. */
async function openApp(config: Config, log: Logger, closing: Closing): Promise<RunningApp> {
  const foundation = await openFoundation(config, log, closing)
  const { db, clock, ledger } = foundation
  const { sandbox } = config

  const operators = await openOperators({ db, clock, ledger, sandbox })
  const sessions = await openSessions(db, clock)
  const hub = new AccountHub({ authenticate: sessions.authenticate, clock })

  const prices = await openPrices({
    db,
    clock,
    log,
    seed: config.seed,
    feed: feedChoiceOf(config, process.env),
  })
  const contracts = await ContractsRoom.open({
    db,
    ledger,
    board: prices.board,
    clock,
    events: hub,
    sandbox,
    standingBy: () => log.info('another engine leads this database: standing by'),
  })
  closing.add(() => contracts.close())
  const { board } = prices
  const products = await openProducts({ db, clock, ledger, board, events: hub, log, sandbox, newId })
  closing.add(() => products.stop())
  const newIndex = () => new TriggerIndex<string>()
  const safety = await openSafety({ db, clock, board, events: hub, log, newId, newIndex })
  closing.add(() => safety.stop())
  // Stopped before the engine that acts on what it gives.
  closing.add(() => prices.stop())
  const signer = openReceiptSigner(config.dataDir)

  const { messenger, outbox } = openMessenger(config, clock, log, closing)
  const runOnce = createRunOnce((work) => ledger.transaction(work), clock)
  const parameters = new Parameters(db, clock, { sandbox })
  const accounts = await openAccounts({
    db,
    clock,
    ledger,
    messenger,
    events: hub,
    runOnce,
    text: (language, key, values) => translator(language)(key, values),
    sessions,
    loans: {
      figures: (userId, mode) =>
        withEarnings(
          accountFigures(contracts, userId, mode, clock.now()),
          products.earnedToday(userId, mode),
        ),
      equityHistory: (userId, mode, days) =>
        equityHistory(contracts, db, { userId, mode }, days, clock.now()),
      closeDemoPositions: async (userId) => {
        await closeEverything(contracts, userId, 'demo')
        await products.endDemo(userId)
      },
    },
  })
  const contractCalls = ordersHandlers({
    room: contracts,
    clock,
    sign: signer.sign,
    ownLimit: safety.ownLimitOfLeverage,
  })
  const identity = openIdentity({ ...accounts, config, parameters, newId, console: operators.console })
  closing.add(() => identity.stop())
  const customerOf = async (userId: string) => {
    const { country, status } = await accounts.users.byId(userId)
    return { country, frozen: status !== 'active' }
  }
  const funding = await openFunding({
    config,
    board,
    db,
    clock,
    ledger,
    events: hub,
    runOnce,
    parameters,
    customerOf,
    isVerified: async (userId) => (await identity.identityOf(userId)).verified,
    claimProof: (tx, userId, fileId) => identity.files.claim(tx, userId, fileId, 'deposit', 'proof'),
    newId,
    log,
  })
  const handlers: Handlers = {
    ...accountsHandlers(accounts),
    ...marketsHandlers({
      db,
      clock,
      board: prices.board,
      candles: prices.candles,
      usualSource: prices.usualSource,
      parameters,
      measures: { registeredUsers: () => accounts.users.count(), volume24h: tradedVolume(db, clock) },
    }),
    ...contractCalls,
    ...openOrderList(db, contracts),
    ...products.handlers({
      runOnce,
      parameters,
      customerOf,
      sign: signer.sign,
      ownLimit: safety.ownLimit,
    }),
    ...safety.handlers,
    ...identity.handlers,
    ...funding.handlers,
    ...receiptHandlers(db, signer.sign, contractCalls),
  }
  closing.add(
    startTimetable(
      [
        ...jobsOf(foundation, sessions, accounts, contracts),
        ...products.jobs,
        ...safety.jobs,
        ...operators.jobs,
        ...identity.jobs,
        ...funding.jobs,
      ],
      log,
    ),
  )
  const listening = await openDoors({
    config,
    log,
    closing,
    foundation,
    sessions,
    hub,
    prices,
    signer,
    handlers,
    operators,
  })
  await prices.start()
  return {
    ...listening,
    outbox,
    now: () => clock.now(),
    addSampleOperators: async () =>
      sandbox
        ? addSampleOperators({ db, clock, audit: operators.console.audit, dataDir: config.dataDir })
        : null,
    stop: () => closing.run(),
  }
}

interface Doors {
  readonly config: Config
  readonly log: Logger
  readonly closing: Closing
  readonly foundation: Foundation
  readonly sessions: Sessions
  readonly hub: AccountHub
  readonly prices: Prices
  readonly signer: ReceiptSigner
  readonly handlers: Handlers
  readonly operators: OpenedOperators
}

function openDoors(doors: Doors) {
  const { config, log, closing, foundation, sessions, hub, prices, signer, handlers, operators } = doors
  const priceHub = new PriceHub({ board: prices.board })
  return listen(config, log, closing, {
    measure: (registry) => {
      measurePrices(registry, prices.board, priceHub)
      measureAccounts(registry, hub)
      measureLedger(registry, foundation.db)
    },
    db: foundation.db,
    clock: foundation.clock,
    authenticate: sessions.authenticate,
    handlers,
    ops: { handlers: operators.handlers(), door: operators.door },
    feedAgeMs: feedAge(prices),
    pages: (app) => {
      serveLogos(app)
      serveKeys(app, signer)
    },
    sockets: {
      '/websocket/message': (request, socket, head) => priceHub.upgrade(request, socket, head),
      '/websocket/account': (request, socket, head) => hub.handleUpgrade(request, socket, head),
    },
    closeSockets: () => {
      priceHub.close()
      hub.close()
    },
  })
}

const minute = 60_000

function jobsOf(
  { db, clock }: Foundation,
  sessions: Sessions,
  accounts: AccountsDeps,
  contracts: ContractsRoom,
) {
  const jobs: Job[] = [
    { name: 'write-seen', everyMs: minute, run: () => sessions.writeSeen() },
    { name: 'record-equity', everyMs: 5 * minute, run: () => recordEquityOfAll(contracts, clock.now()) },
    { name: 'forget-keys', everyMs: 60 * minute, run: () => forgetOldKeys(db.query, clock) },
    { name: 'forget-codes', everyMs: 60 * minute, run: () => accounts.codes.forgetOld() },
  ]
  return jobs
}

/** Real time since the last quote of any market: a moved clock does not make a feed old. */
function feedAge(prices: Prices): () => number | null {
  let lastAt: number | null = null
  prices.board.onQuote(() => {
    lastAt = performance.now()
  })
  return () => (lastAt === null ? null : Math.round(performance.now() - lastAt))
}

/** Where anyone finds the keys that our receipts are checked with (trust T6). */
function serveKeys(app: FastifyInstance, signer: ReceiptSigner): void {
  const keys = JSON.stringify(signer.keySet)
  app.get('/.well-known/candor-keys.json', (_request, reply) =>
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .header('access-control-allow-origin', '*')
      .send(keys),
  )
}
