import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import { googleCallbackPath } from '../accounts/google.ts'
import { ssoCallbackPath } from '../back-office/operators/sso-provider.ts'
import { measureLedger } from '../ledger/measure-ledger.ts'
import type { Quotes } from '../market-data/feeds/open-feeds.ts'
import { serveLogos } from '../market-data/serve-logos.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { AnswerCache } from '../platform/http/answer-cache.ts'
import { serveApiDocs } from '../platform/http/api-docs-page.ts'
import type { Authenticate, AuthenticateKey } from '../platform/http/authenticate.ts'
import { type HandsOn, handOn } from '../platform/http/hand-on.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { forSeconds, PreparedText } from '../platform/http/prepared-text.ts'
import type { Readiness } from '../platform/http/probes.ts'
import type { RequireFreshProof } from '../platform/http/register-calls.ts'
import type { SharedAnswers } from '../platform/http/shared-answers.ts'
import { measureStuckCases } from '../platform/jobs/measure-stuck-cases.ts'
import type { Limits } from '../platform/limits/limit-rules.ts'
import type { ShutdownStack } from '../platform/shutdown-stack.ts'
import type { AccountHub } from '../platform/websocket/account-hub.ts'
import type { ArtworkHub } from '../platform/websocket/artwork-hub.ts'
import { measureAccounts } from '../platform/websocket/measure-accounts.ts'
import { measurePriceSockets, measurePrices } from '../platform/websocket/measure-prices.ts'
import { PriceHub } from '../platform/websocket/price-hub.ts'
import { headsPath } from '../proofs/head-in-letters.ts'
import type { KeySet } from '../proofs/receipt-keys.ts'
import type { SignedHeads } from '../proofs/signed-heads.ts'
import type { Engine } from '../trading/engine/lead-engine.ts'
import { measureUnpaidClosings } from '../trading/risk/show-unpaid-closings.ts'
import { type CallParts, type Listening, listen } from './listen.ts'
import type { Foundation } from './open-foundation.ts'

export interface Doors {
  readonly config: Config
  readonly log: Logger
  readonly closing: ShutdownStack
  readonly foundation: Foundation
  readonly authenticate: Authenticate
  readonly authenticateKey: AuthenticateKey
  /** Null where sockets are another process's. */
  readonly hub: AccountHub | null
  readonly artworks: ArtworkHub | null
  /** Registers the modules' pages besides calls: pictures. */
  readonly roomPages: (app: FastifyInstance) => void
  readonly quotes: Quotes
  readonly engine: Engine
  readonly keys: KeySet
  readonly heads: SignedHeads
  /** Null where calls are another process's. */
  readonly handlers: Handlers | null
  readonly isVerified: (userId: string) => Promise<boolean>
  readonly requireFreshProof: RequireFreshProof
  readonly countryStanding: CallParts['countryStanding']
  /** Calls of operators, and how they are recognised. */
  readonly operators: CallParts['ops']
  readonly limits: Limits
  readonly shared: SharedAnswers
}

/** Opens the servers of this process, by its roles: calls and pages, sockets, and always the probes and the metrics. */
export function openDoors(doors: Doors): Promise<Listening> {
  const { config, log, closing, foundation, hub, artworks, quotes, engine } = doors
  const priceHub = hub === null ? null : new PriceHub({ board: quotes.board })
  return listen(config, log, closing, {
    measure: (registry) => {
      measurePrices(registry, quotes.board)
      if (priceHub !== null) measurePriceSockets(registry, priceHub)
      if (hub !== null) measureAccounts(registry, hub)
      measureLedger(registry, foundation.db)
      measureStuckCases(registry, foundation.db)
      measureUnpaidClosings(registry, foundation.db)
      measureLeading(registry, doors)
    },
    db: foundation.db,
    limits: doors.limits,
    authenticate: doors.authenticate,
    calls: callsOf(doors),
    readiness: readinessOf(config, quotes, engine),
    sockets:
      hub === null || priceHub === null || artworks === null
        ? {}
        : {
            '/websocket/message': (request, socket, head) => priceHub.upgrade(request, socket, head),
            '/websocket/account': (request, socket, head, givePlaceBack) =>
              hub.upgrade(request, socket, head, givePlaceBack),
            '/websocket/artworks': (request, socket, head) => artworks.upgrade(request, socket, head),
          },
    closeSockets: () => {
      priceHub?.close()
      hub?.close()
      artworks?.close()
    },
  })
}

function callsOf({
  handlers,
  isVerified,
  requireFreshProof,
  countryStanding,
  authenticateKey,
  operators,
  keys,
  heads,
  roomPages,
  shared,
  foundation,
}: Doors): CallParts | null {
  if (handlers === null) return null
  return {
    handlers,
    isVerified,
    requireFreshProof,
    countryStanding,
    authenticateKey,
    shared,
    ops: operators,
    pages: (app) => {
      serveLogos(app)
      roomPages(app)
      serveKeys(app, keys)
      serveHeads(app, heads, foundation.clock)
      serveApiDocs(app)
      handOn(app, fromGoogle)
    },
    consolePages: (app) => handOn(app, fromSingleSignOn),
  }
}

/** Checks only the dependencies of this process's own roles: jobs need the database alone. */
function readinessOf(config: Config, quotes: Quotes, engine: Engine): Omit<Readiness, 'pingDatabase'> {
  const has = (role: Config['roles'][number]) => config.roles.includes(role)
  return {
    feedAgeMs: has('api') || has('live') || has('feeds') || has('engine') ? feedAge(quotes) : null,
    engine: has('api') ? () => engine.reached() : null,
    roles: () => rolesNow(config, quotes, engine),
  }
}

function rolesNow(config: Config, quotes: Quotes, engine: Engine): Record<string, string> {
  const doing = (role: Config['roles'][number]) =>
    role === 'feeds' ? quotes.standing() : role === 'engine' ? engine.standing() : 'serves'
  return Object.fromEntries(config.roles.map((role) => [role, doing(role)]))
}

/** Registers a gauge: 1 in the one process that leads, 0 in those that stand by. */
function measureLeading(registry: Registry, { config, quotes, engine }: Doors): void {
  new Gauge({
    name: 'candor_leads',
    help: '1 where this process leads, 0 where it stands by',
    labelNames: ['role'],
    registers: [registry],
    collect() {
      if (config.roles.includes('feeds')) this.set({ role: 'feeds' }, quotes.standing() === 'leads' ? 1 : 0)
      if (config.roles.includes('engine')) this.set({ role: 'engine' }, engine.standing() === 'leads' ? 1 : 0)
    },
  })
}

/** Real time since the last quote of any market: a moved clock does not make a feed old. */
function feedAge({ board }: Quotes): () => number | null {
  let lastAt: number | null = null
  board.onQuote(() => {
    lastAt = performance.now()
  })
  return () => (lastAt === null ? null : Math.round(performance.now() - lastAt))
}

/** Serves the public keys that verify our receipts (trust T6). */
function serveKeys(app: FastifyInstance, set: KeySet): void {
  const keys = JSON.stringify(set)
  app.get('/.well-known/candor-keys.json', (_request, reply) =>
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .header('access-control-allow-origin', '*')
      .send(keys),
  )
}

/** Specification §2: code and state go to the page of the same name. */
const fromGoogle: HandsOn = {
  path: googleCallbackPath,
  names: ['code', 'state', 'error'],
  pageOf: (came) => `/#${googleCallbackPath}?${came}`,
}

const fromSingleSignOn: HandsOn = {
  path: `/console${ssoCallbackPath}`,
  names: ['code', 'state', 'iss', 'error'],
  pageOf: (came) => `/console/#/sso/${came}`,
}

/** Serves the signed heads of the audit log, the ledger and the quote journal: a stored copy reveals a rewriting (trust T14). */
function serveHeads(app: FastifyInstance, heads: SignedHeads, clock: Clock): void {
  const kept = new AnswerCache<PreparedText>(clock, 1)
  const write = async () => new PreparedText(JSON.stringify({ heads: await heads.published() }), forSeconds)
  app.get(headsPath, async (request, reply) => {
    const written = await kept.get('', write, () => headsKeptMs)
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .header('access-control-allow-origin', '*')
    return written.send(request, reply)
  })
}

/** Written once an hour. */
const headsKeptMs = 5_000
