import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { type Logger, pino } from 'pino'
import type { Operator } from '../back-office/operators/operator.ts'
import { registerOps } from '../back-office/operators/register-ops.ts'
import { startApp } from '../compose.ts'
import { createLedger } from '../ledger/postgres-ledger.ts'
import { CandleKeeper } from '../market-data/candles/candle-keeper.ts'
import { openFeeds, type Quotes } from '../market-data/feeds/open-feeds.ts'
import type { OpenPricesOptions, Prices } from '../market-data/feeds/open-prices.ts'
import { beginRun } from '../market-data/price-board/begin-run.ts'
import type { MemoryPriceBoard } from '../market-data/price-board/memory-price-board.ts'
import { Bus } from '../platform/bus/bus.ts'
import type { LossyWire } from '../platform/bus/lossy-network.ts'
import type { Wire } from '../platform/bus/wire.ts'
import { OffsetClock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { FileSender } from '../platform/http/files/file-sender.ts'
import { UploadDoor } from '../platform/http/files/upload-door.ts'
import { registerCalls } from '../platform/http/register-calls.ts'
import { createEnvelope } from '../platform/http/responses/envelope.ts'
import type { ServerOptions } from '../platform/http/server-options.ts'
import { createWebServer } from '../platform/http/web-server.ts'
import { makeInstallationKey } from '../platform/keys/installation-key.ts'
import { Secrets } from '../platform/keys/secrets.ts'
import type { KeySet } from '../proofs/receipts/receipt-keys.ts'
import type { Surroundings } from '../running-app.ts'
import type { Engine } from '../trading/engine/lead-engine.ts'
import { callsThrough, type PlatformCalls } from './platform-calls.ts'
import { type Incarnation, runAs } from './surroundings/incarnations.ts'

/** A whole server in this process: every module as `startApp` wires it, reached through its HTTP routes. */
export interface Platform extends PlatformCalls {
  readonly incarnation: Incarnation
  readonly board: MemoryPriceBoard
  leadsFeeds(): boolean
  leadsEngine(): boolean
  /** The keys its receipts are checked with. */
  readonly keys: KeySet
  /** Lines the server wrote to its log as errors. */
  readonly errors: readonly string[]
  setClock(offsetMs: number): void
  /** Nothing of it is on the wire any more, as by the end of its process. */
  tearOut(): void
  stop(): Promise<void>
}

export interface PlatformOptions {
  readonly name: string
  readonly config: Config
  readonly database: pg.PoolConfig
  /** Difference of its machine's clock from the true time. */
  readonly clockOffsetMs: number
  /** Null: this server is alone. */
  readonly wire: LossyWire | null
}

/** Opens a server on this database as a new life. */
export function openPlatform(parts: PlatformOptions): Promise<Platform> {
  const incarnation: Incarnation = { name: parts.name, dead: false }
  return runAs(incarnation, () => openAs(incarnation, parts))
}

/** Parts of a server that its openers hand out one after the other. */
interface Opened {
  door: FastifyInstance | null
  quotes: Quotes | null
  engine: Engine | null
}

async function openAs(incarnation: Incarnation, parts: PlatformOptions): Promise<Platform> {
  const errors: string[] = []
  const clock = new OffsetClock(parts.clockOffsetMs)
  const opened: Opened = { door: null, quotes: null, engine: null }
  const log = errorLog(errors)
  const around = surroundingsOf(incarnation, { ...parts, clock, log }, opened)
  const app = await startApp(parts.config, log, around)
  return {
    incarnation,
    board: needed(opened.quotes).board,
    leadsFeeds: () => opened.quotes?.standing() === 'leads',
    leadsEngine: () => opened.engine?.standing() === 'leads',
    keys: app.keys,
    errors,
    ...callsThrough(needed(opened.door), incarnation),
    // A moved clock gives every job its turn: as part of this life.
    setClock: (offsetMs) => runAs(incarnation, () => clock.moveTo(offsetMs)),
    tearOut: () => parts.wire?.cut(),
    stop: () => runAs(incarnation, () => app.stop()),
  }
}

/** Opens each part of the server on the simulator's database, wire and market, and keeps it in `opened`. */
const surroundingsOf = (
  incarnation: Incarnation,
  parts: PlatformOptions & { readonly clock: OffsetClock; readonly log: Logger },
  opened: Opened,
): Surroundings => ({
  openFoundation: async (_config, _log, closing) => {
    // No connection is given up for being idle: when that happens would depend on the machine.
    const db = openDatabase({ max: 20, ...parts.database, idleTimeoutMillis: 0 })
    closing.add('connections to the database', () => db.close())
    const { sandbox } = parts.config
    const [installationKey] = makeInstallationKey(parts.config.dataDir)
    const secrets = new Secrets(installationKey)
    return {
      db,
      app: parts.database,
      clock: parts.clock,
      ledger: createLedger(db, parts.clock),
      sandbox,
      clusterDir: null,
      afterDatabase: () => undefined,
      installationKey,
      secrets,
    }
  },
  openBus: async (_config, _log, closing) => {
    const bus = await Bus.open(parts.wire === null ? null : hearingAs(incarnation, parts.wire), parts.log)
    closing.add('messages between processes', () => bus.close())
    return bus
  },
  openFeeds: async (given) => {
    opened.quotes = await openFeeds({ ...given, openPrices })
    return opened.quotes
  },
  openServers: async (servers) => {
    const web = openWeb(parts, servers)
    await web.ready()
    opened.engine = servers.leaders.engine
    servers.closing.add('connections of customers', () => web.close())
    opened.door = web
    return { url: '', metricsUrl: '', consoleUrl: '' }
  },
  // No server of others is within a seed's reach.
  outbound: {
    resolve: () => Promise.resolve([]),
    permitsAddress: () => false,
    permitsPort: () => false,
  },
})

/** Registers the routes of customers and operators, without sockets, budgets or a port. */
function openWeb(
  { config, log }: { readonly config: Config; readonly log: Logger },
  { calls, db }: ServerOptions,
): FastifyInstance {
  const envelope = createEnvelope(() => '')
  const web = createWebServer({
    envelope,
    log,
    policy: "default-src 'none'",
    consolePolicy: '',
    https: false,
    addressBudget: null,
    trustProxy: false,
    observe: null,
  })
  const { handlers, callers, ops, figures } = needed(calls)
  const files = new FileSender(join(config.dataDir, 'exports'))
  registerCalls(web, handlers, {
    authenticate: async (token) => ({
      userId: token,
      sessionId: token,
      ...(await standingOf(db, token)),
    }),
    authenticateKey: async () => 'forged',
    recognizesKey: () => false,
    envelope,
    isVerified: callers.isVerified,
    // There is no sign-in here: every caller counts as freshly authenticated.
    requireFreshProof: async () => undefined,
    countryStanding: callers.countryStanding,
    budgets: null,
    shared: null,
    visitors: null,
    uploads: new UploadDoor(join(config.dataDir, 'incoming'), figures.mostFileBytes, null),
    files,
    checkResults: true,
  })
  registerOps(web, ops.handlers, {
    authenticate: async (token) => (await operatorById(db, token)) ?? 'forged',
    services: ops.services,
    envelope,
    budgets: null,
    changed: () => undefined,
    visitors: null,
    files,
    cookieName: 'candor_console',
    https: false,
    checkResults: true,
  })
  return web
}

/** Runs what a server does with a message as its own doing, not as the sender's. */
const hearingAs = (incarnation: Incarnation, wire: Wire): Wire => ({
  send: (subject, json) => wire.send(subject, json),
  listen: (subject, hear) => wire.listen(subject, (json) => runAs(incarnation, () => hear(json))),
  close: () => wire.close(),
})

/** No source of its own: the simulator's market hands its quotes to the board that leads. */
async function openPrices({ db, clock, board }: OpenPricesOptions): Promise<Prices> {
  const firstSeq = await beginRun(db, clock)
  board.beginAt(firstSeq)
  const candles = new CandleKeeper(db, () => undefined)
  await candles.load(clock.now())
  board.onDisplayed((quote) => candles.take(quote))
  return {
    candles,
    firstSeq,
    recordedNow: () => null,
    start: async () => candles.start(),
    rebase: (code, { old, fresh }) => candles.rebase(code, Number(old) / Number(fresh)),
    stop: () => candles.stop(),
  }
}

/** As a session knows it. */
async function standingOf({ query }: Database, userId: string) {
  const person = await query
    .selectFrom('accounts_users')
    .select(['status', 'country'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return { frozen: person?.status === 'frozen', country: person?.country ?? null }
}

/** As a session knows them: with the role they have now; null for who may not sign in. */
async function operatorById({ query }: Database, id: string): Promise<Operator | null> {
  const person = await query
    .selectFrom('operators_people')
    .select(['id', 'email', 'role', 'id as sessionId'])
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return person ?? null
}

function needed<T>(value: T | null): T {
  if (value === null) throw new Error('the server did not open')
  return value
}

/** Keeps errors alone, as one line each. */
function errorLog(errors: string[]) {
  const write = (line: string) => {
    const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string; stack?: string } }
    errors.push([msg, err?.stack ?? err?.message].filter(Boolean).join(': '))
  }
  return pino({ level: 'error' }, { write })
}
