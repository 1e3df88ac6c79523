import type { Logger } from 'pino'
import type { MemoryPriceBoard } from '../../market-data/price-board/price-board.ts'
import type { Config } from '../config.ts'
import type { Standing } from '../leadership.ts'
import type { ShutdownStack } from '../shutdown-stack.ts'
import type { AccountHub } from '../websocket/account-hub.ts'
import type { ArtworkHub } from '../websocket/artwork-hub.ts'
import { measureAccounts } from '../websocket/measure-accounts.ts'
import { measurePriceSockets } from '../websocket/measure-prices.ts'
import { PriceHub } from '../websocket/price-hub.ts'
import { type Listening, type ListenParts, listen } from './listen.ts'
import { measureLeading } from './measure-leading.ts'
import type { Readiness } from './observability/probes.ts'

/** Parts of a process that one of several leads, by role. */
export interface Leaders {
  readonly feeds: { standing(): Standing }
  readonly engine: { standing(): Standing; reached(): boolean }
}

/** Sockets of this process beside those of prices. */
export interface Hubs {
  readonly accounts: AccountHub
  readonly artworks: ArtworkHub
}

export interface ServersParts extends Omit<ListenParts, 'readiness' | 'sockets' | 'closeSockets'> {
  readonly config: Config
  readonly log: Logger
  readonly closing: ShutdownStack
  /** Null where sockets are another process's. */
  readonly hubs: Hubs | null
  readonly leaders: Leaders
  readonly board: MemoryPriceBoard
}

/** Opens the servers of this process, by its roles: calls and pages, sockets, and always the probes and the metrics. */
export function openServers(parts: ServersParts): Promise<Listening> {
  const { config, log, closing, board, leaders } = parts
  const hubs = parts.hubs && { ...parts.hubs, prices: new PriceHub({ board }) }
  return listen(config, log, closing, {
    ...parts,
    measure: (registry) => {
      parts.measure(registry)
      if (hubs !== null) measurePriceSockets(registry, hubs.prices)
      if (hubs !== null) measureAccounts(registry, hubs.accounts)
      measureLeading(registry, config.roles, leaders)
    },
    readiness: readinessOf(parts),
    sockets: hubs === null ? {} : socketsOf(hubs),
    closeSockets: () => {
      for (const hub of Object.values(hubs ?? {})) hub.close()
    },
  })
}

const socketsOf = ({
  prices,
  accounts,
  artworks,
}: Hubs & { readonly prices: PriceHub }): ListenParts['sockets'] => ({
  '/websocket/message': (request, socket, head) => prices.upgrade(request, socket, head),
  '/websocket/account': (request, socket, head, givePlaceBack) =>
    accounts.upgrade(request, socket, head, givePlaceBack),
  '/websocket/artworks': (request, socket, head) => artworks.upgrade(request, socket, head),
})

/** Checks only the dependencies of this process's own roles: jobs need the database alone. */
function readinessOf({ config, leaders, board }: ServersParts): Omit<Readiness, 'pingDatabase'> {
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
function feedAge(board: ServersParts['board']): () => number | null {
  let lastAt: number | null = null
  board.onQuote(() => {
    lastAt = performance.now()
  })
  return () => (lastAt === null ? null : Math.round(performance.now() - lastAt))
}
