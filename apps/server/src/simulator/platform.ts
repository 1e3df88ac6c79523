import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type CallName, calls, type OpsCallName, opsCalls } from '@candor/contract'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type pg from 'pg'
import { pino } from 'pino'
import type { Engine } from '../app/open-engine.ts'
import { openFeeds, type Quotes } from '../app/open-feeds.ts'
import { fillPath, queryOf } from '../app/request-path.ts'
import type { Surroundings } from '../app/running-app.ts'
import { startApp } from '../app.ts'
import type { Operator } from '../back-office/operators/operator.ts'
import { consoleHeader, registerOps } from '../back-office/operators/register-ops.ts'
import { createLedger } from '../ledger/postgres-ledger.ts'
import { beginRun } from '../market-data/begin-run.ts'
import { CandleKeeper } from '../market-data/candle-keeper.ts'
import type { Prices, PricesParts } from '../market-data/feeds/open-prices.ts'
import type { MemoryPriceBoard } from '../market-data/price-board.ts'
import { Bus } from '../platform/bus/bus.ts'
import type { LossyWire } from '../platform/bus/lossy-network.ts'
import type { Wire } from '../platform/bus/wire.ts'
import { OffsetClock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { createEnvelope } from '../platform/http/envelope.ts'
import { FileSender } from '../platform/http/file-sender.ts'
import { registerCalls } from '../platform/http/register-calls.ts'
import { UploadDoor } from '../platform/http/upload-door.ts'
import { createWebServer } from '../platform/http/web-server.ts'
import { makeInstallationKey } from '../platform/keys/installation-key.ts'
import { Secrets } from '../platform/keys/secrets.ts'
import type { KeySet } from '../proofs/receipt-keys.ts'
import { type Incarnation, runAs } from './incarnations.ts'

/** An answer as a client gets it. */
export interface Answer {
  readonly status: number
  readonly code: number
  readonly result: unknown
}

export interface Asking {
  readonly as: string
  readonly mode: 'demo' | 'real'
  /** The `Idempotency-Key`; one of its own where none is given. */
  readonly key?: string
}

/** A whole server in this process: every module as `startApp` wires it, reached through its HTTP routes. */
export interface Platform {
  readonly incarnation: Incarnation
  readonly board: MemoryPriceBoard
  leadsFeeds(): boolean
  leadsEngine(): boolean
  /** The keys its receipts are checked with. */
  readonly keys: KeySet
  /** Lines the server wrote to its log as errors. */
  readonly errors: readonly string[]
  /** Makes a customer's call. */
  call(name: CallName, input: object, asking: Asking): Promise<Answer>
  /** Asks for a file of a customer's. */
  askFile(name: CallName, as: string): Promise<{ readonly status: number; readonly bytes: Uint8Array }>
  /** Makes an operator's call; null: a visitor makes it, who is invited. */
  askOps(name: OpsCallName, input: object, operator: Operator | null): Promise<Answer>
  setClock(offsetMs: number): void
  /** Nothing of it is on the wire any more, as by the end of its process. */
  tearOut(): void
  stop(): Promise<void>
}

export interface PlatformParts {
  readonly name: string
  readonly config: Config
  readonly database: pg.PoolConfig
  /** Difference of its machine's clock from the true time. */
  readonly clockOffsetMs: number
  /** Null: this server is alone. */
  readonly wire: LossyWire | null
}

/** Opens a server on this database as a new life. */
export function openPlatform(parts: PlatformParts): Promise<Platform> {
  const incarnation: Incarnation = { name: parts.name, dead: false }
  return runAs(incarnation, () => openAs(incarnation, parts))
}

async function openAs(incarnation: Incarnation, parts: PlatformParts): Promise<Platform> {
  const errors: string[] = []
  const log = errorLog(errors)
  let door: FastifyInstance | null = null
  let quotes: Quotes | null = null
  let engine: Engine | null = null
  let keys: KeySet | null = null
  const clock = new OffsetClock(parts.clockOffsetMs)
  const surroundings: Surroundings = {
    openFoundation: async (_config, _log, closing) => {
      // No connection is given up for being idle: when that happens would depend on the machine.
      const db = openDatabase({ max: 20, ...parts.database, idleTimeoutMillis: 0 })
      closing.add(() => db.close())
      const { sandbox } = parts.config
      const [installationKey] = makeInstallationKey(parts.config.dataDir)
      const secrets = new Secrets(installationKey)
      return {
        db,
        app: parts.database,
        clock,
        ledger: createLedger(db, clock),
        sandbox,
        installationKey,
        secrets,
      }
    },
    openBus: async (_config, _log, closing) => {
      const bus = await Bus.open(parts.wire === null ? null : hearingAs(incarnation, parts.wire), log)
      closing.add(() => bus.close())
      return bus
    },
    openFeeds: async (given) => {
      const opened = await openFeeds({ ...given, openPrices })
      quotes = opened
      return opened
    },
    openDoors: async (doors) => {
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
      registerCalls(web, doors.handlers ?? {}, {
        authenticate: async (token) => ({
          userId: token,
          sessionId: token,
          ...(await standingOf(doors.foundation.db, token)),
        }),
        authenticateKey: async () => 'forged',
        envelope,
        isVerified: doors.isVerified,
        // Nobody signs in here: who calls has just shown who they are.
        requireFreshProof: async () => undefined,
        countryStanding: doors.countryStanding,
        budgets: null,
        shared: null,
        visitors: null,
        uploads: new UploadDoor({ folder: join(parts.config.dataDir, 'incoming'), budget: null }),
        files: new FileSender(join(parts.config.dataDir, 'exports')),
        checkResults: true,
      })
      registerOps(web, doors.operators.handlers(), {
        authenticate: async (token) => (await operatorById(doors.foundation.db, token)) ?? 'forged',
        envelope,
        budgets: null,
        changed: () => undefined,
        visitors: null,
        cookieName: 'candor_console',
        https: false,
        checkResults: true,
      })
      await web.ready()
      keys = doors.keys
      engine = doors.engine
      doors.closing.add(() => web.close())
      door = web
      return { url: '', metricsUrl: '', consoleUrl: '' }
    },
  }
  const app = await startApp(parts.config, log, surroundings)
  const opened = needed<FastifyInstance>(door)
  const inject = (method: 'GET' | 'POST', path: string, rest: unknown, headers: Record<string, string>) =>
    runAs(incarnation, async () => {
      const query = method === 'GET' ? `?${queryOf(rest)}` : ''
      const payload = method === 'GET' ? {} : { payload: JSON.stringify(rest) }
      return answerOf(await opened.inject({ method, url: `${path}${query}`, headers, ...payload }))
    })
  return {
    incarnation,
    board: needed<Quotes>(quotes).board,
    leadsFeeds: () => quotes?.standing() === 'leads',
    leadsEngine: () => engine?.standing() === 'leads',
    keys: needed<KeySet>(keys),
    errors,
    call: (name, input, { as, mode, key = randomUUID() }) => {
      const { method, path: pattern } = calls[name]
      const { path, rest } = fillPath(pattern, input)
      const virtually = mode === 'real' ? 'YES' : 'NO'
      const headers = { authorization: as, virtually, 'idempotency-key': key, 'content-type': json }
      return inject(method, path, rest, headers)
    },
    askFile: (name, as) =>
      runAs(incarnation, async () => {
        const headers = { authorization: as, virtually: 'YES' }
        const { statusCode: status, rawPayload } = await opened.inject({ url: calls[name].path, headers })
        return { status, bytes: new Uint8Array(rawPayload) }
      }),
    askOps: (name, input, operator) => {
      const { method, path: pattern } = opsCalls[name]
      const { path, rest } = fillPath(pattern, input)
      const cookie = operator === null ? {} : { cookie: `candor_console=${operator.id}` }
      return inject(method, path, rest, { ...cookie, [consoleHeader]: '1', 'content-type': json })
    },
    // A moved clock gives every job its turn: as part of this life.
    setClock: (offsetMs) => runAs(incarnation, () => clock.moveTo(offsetMs)),
    tearOut: () => parts.wire?.cut(),
    stop: () => runAs(incarnation, () => app.stop()),
  }
}

/** Runs what a server does with a message as its own doing, not as the sender's. */
const hearingAs = (incarnation: Incarnation, wire: Wire): Wire => ({
  send: (subject, json) => wire.send(subject, json),
  listen: (subject, hear) => wire.listen(subject, (json) => runAs(incarnation, () => hear(json))),
  close: () => wire.close(),
})

const json = 'application/json'

/** No source of its own: the simulator's market hands its quotes to the board that leads. */
async function openPrices({ db, clock, board }: PricesParts): Promise<Prices> {
  const firstSeq = await beginRun(db, clock)
  board.beginAt(firstSeq)
  const candles = new CandleKeeper(db, () => undefined)
  await candles.load(clock.now())
  board.onQuote((quote) => candles.take(quote))
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

function answerOf(response: LightMyRequestResponse): Answer {
  const { code = 0, result = null } = response.json<{ code?: number; result?: unknown }>()
  return { status: response.statusCode, code, result }
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
