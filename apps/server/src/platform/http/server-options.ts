import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { OpsHandlers } from '../../back-office/operators/ops-handlers.ts'
import type { OpsRouteOptions, registerOps } from '../../back-office/operators/register-ops.ts'
import type { OpenedDepth } from '../../market-data/depth/open-depth.ts'
import type { MemoryPriceBoard } from '../../market-data/price-board/memory-price-board.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { Standing } from '../leadership.ts'
import type { Limits } from '../limits/limit-rules.ts'
import type { ShutdownStack } from '../shutdown-stack.ts'
import type { AccountHub } from '../websocket/account-hub.ts'
import type { ArtworkHub } from '../websocket/artwork-hub.ts'
import type { Authenticate } from './authenticate.ts'
import type { VisitorLines } from './files/fair-line.ts'
import type { Handlers } from './handlers.ts'
import type { CallerChecks } from './register-calls.ts'
import type { SharedResponses } from './responses/shared-responses.ts'

/** Calls and pages of a process that serves them. */
export interface ServedCalls {
  readonly handlers: Handlers
  readonly callers: CallerChecks
  readonly shared: SharedResponses
  /** Operators' calls. */
  readonly ops: {
    readonly handlers: OpsHandlers
    readonly authenticate: OpsRouteOptions['authenticate']
    readonly services: OpsRouteOptions['services']
    readonly register: typeof registerOps
  }
  /** Parameters that the servers themselves need, as they are now. */
  readonly figures: {
    /** Balance of a new demo account, USDT: the web app's page carries it. */
    readonly demoGrant: () => Promise<string>
    /** Largest file of an upload, bytes. */
    readonly mostFileBytes: () => Promise<number>
  }
  /** Registers pages in addition to the calls: logos, keys. */
  readonly pages: (app: FastifyInstance, lines: VisitorLines) => void
  /** The same at the console's address. */
  readonly consolePages: (app: FastifyInstance) => void
}

/** Parts of a process that one of several leads, by role. */
export interface Leaders {
  readonly feeds: { standing(): Standing }
  readonly engine: { standing(): Standing; reached(): boolean }
}

/** Sockets of this process other than those of prices and order books. */
export interface Hubs {
  readonly accounts: AccountHub
  readonly artworks: ArtworkHub
}

/** Options of the servers of one process. */
export interface ServerOptions {
  readonly config: Config
  readonly log: Logger
  readonly closing: ShutdownStack
  readonly db: Database
  readonly authenticate: Authenticate
  readonly limits: Limits
  /** Null in a process that serves no calls: then it has no pages either. */
  readonly calls: ServedCalls | null
  /** Null where sockets are another process's. */
  readonly hubs: Hubs | null
  readonly leaders: Leaders
  readonly board: MemoryPriceBoard
  readonly depth: OpenedDepth
  /** Time of the oldest letter that the mail server did not accept, epoch ms; null: none waits. */
  readonly mailLateSince: () => Promise<number | null>
  /** Checks whether an execution report is late. */
  readonly executionLate: () => Promise<boolean>
  /** Checks whether positions cannot be laid off at the venue. */
  readonly isHedgingAway: () => Promise<boolean>
  /** Registers the metrics of other modules, in addition to those of responses and the process. */
  readonly measure: (registry: Registry) => void
}
