import type { openFoundation } from './foundation.ts'
import type { openFeeds } from './market-data/feeds/open-feeds.ts'
import type { openBus } from './platform/bus/open-bus.ts'
import type { Config } from './platform/config.ts'
import type { Listening } from './platform/http/listen.ts'
import type { openServers } from './platform/http/open-servers.ts'
import type { OutboundPolicy } from './platform/outbound/outbound-policy.ts'
import type { KeySet } from './proofs/receipts/receipt-keys.ts'

export interface RunningApp extends Listening {
  /** As it was started, and what its installation is. */
  readonly config: Config
  /** Public keys that verify its receipts. */
  readonly keys: KeySet
  /** Folder for messages written as files; null when they are mailed. */
  readonly outbox: string | null
  /** The server's time. */
  now(): number
  /** Adds sample operators to a sandbox without any; returns the file that lists them, or null. */
  addSampleOperators(): Promise<string | null>
  stop(): Promise<void>
  /** Names what a stopping server is closing; null: nothing. */
  closing(): string | null
}

/** Everything a process reaches outside itself: the database, other processes, prices, its listening ports. */
export interface Surroundings {
  readonly openFoundation: typeof openFoundation
  readonly openBus: typeof openBus
  readonly openFeeds: typeof openFeeds
  readonly openServers: typeof openServers
  /** Addresses that operators may have the server fetch from. */
  readonly outbound: OutboundPolicy
}
