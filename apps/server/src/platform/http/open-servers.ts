import type { Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { DepthHub } from '../websocket/depth-hub.ts'
import { measureAccounts } from '../websocket/measure-accounts.ts'
import { measureDepth } from '../websocket/measure-depth.ts'
import { measurePriceSockets } from '../websocket/measure-prices.ts'
import { PriceHub } from '../websocket/price-hub.ts'
import { type Listening, listen, type ProcessSockets } from './listen.ts'
import { measureLeading } from './measure-leading.ts'
import { Health, measureHealth } from './observability/health.ts'
import { measurePools } from './observability/measure-pools.ts'
import type { RoleReadiness } from './observability/probes.ts'
import type { Hubs, ServerOptions } from './server-options.ts'

/** Opens the servers of this process, by its roles: calls and pages, sockets, and always the probes and the metrics. */
export function openServers(options: ServerOptions): Promise<Listening> {
  const { config, board, depth, leaders } = options
  const hubs: AllHubs | null = options.hubs && {
    ...options.hubs,
    prices: new PriceHub({ board }),
    depth: new DepthHub({ depth, isMarket: (code) => board.market(code) !== null }),
  }
  const readiness = readinessOf(options)
  const health = new Health({
    ...{ dataDir: config.dataDir, sandbox: config.sandbox, backups: config.backups },
    ...{ mailLateSince: options.mailLateSince, feedAgeMs: readiness.feedAgeMs },
    executionLate: options.executionLate,
    hedgingAway: options.isHedgingAway,
    clockDiffers: () => board.clockOffsets.differ(),
  })
  const measured: ServerOptions = {
    ...options,
    measure: (registry) => {
      options.measure(registry)
      if (hubs !== null) measureSockets(registry, hubs, depth)
      measureLeading(registry, config.roles, leaders)
      measurePools(registry, options.db)
      measureHealth(registry, health, config)
    },
  }
  return listen(measured, {
    readiness: { ...readiness, health },
    sockets: hubs === null ? {} : socketsOf(hubs),
    closeSockets: () => {
      for (const hub of Object.values(hubs ?? {})) hub.close()
    },
  })
}

interface AllHubs extends Hubs {
  readonly prices: PriceHub
  readonly depth: DepthHub
}

function measureSockets(registry: Registry, hubs: AllHubs, depth: ServerOptions['depth']): void {
  measurePriceSockets(registry, hubs.prices)
  measureAccounts(registry, hubs.accounts)
  measureDepth(registry, hubs.depth, depth)
}

const socketsOf = ({ prices, accounts, artworks, depth }: AllHubs): ProcessSockets['sockets'] => ({
  '/websocket/message': (request, socket, head) => prices.upgrade(request, socket, head),
  '/websocket/account': (request, socket, head, place) => accounts.upgrade(request, socket, head, place),
  '/websocket/artworks': (request, socket, head) => artworks.upgrade(request, socket, head),
  '/websocket/depth': (request, socket, head) => depth.upgrade(request, socket, head),
})

/** Checks only the dependencies of this process's own roles: jobs need the database alone. */
function readinessOf({ config, leaders, board }: ServerOptions): RoleReadiness {
  const { roles } = config
  const needsPrices = roles.some((role) => role !== 'jobs')
  const activityOf = (role: Config['roles'][number]) =>
    role === 'feeds' || role === 'engine' ? leaders[role].standing() : 'serves'
  return {
    feedAgeMs: needsPrices ? feedAge(board) : null,
    engine: roles.includes('api') ? () => leaders.engine.reached() : null,
    roles: () => Object.fromEntries(roles.map((role) => [role, activityOf(role)])),
  }
}

/** Real time since the last quote of any market: a moved clock does not make a feed old. */
function feedAge(board: ServerOptions['board']): () => number | null {
  let lastAt: number | null = null
  board.onQuote(() => {
    lastAt = performance.now()
  })
  return () => (lastAt === null ? null : Math.round(performance.now() - lastAt))
}
