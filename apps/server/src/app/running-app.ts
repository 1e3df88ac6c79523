import type { openFeeds } from '../market-data/feeds/open-feeds.ts'
import type { Config } from '../platform/config.ts'
import type { Listening } from './listen.ts'
import type { openBus } from './open-bus.ts'
import type { openDoors } from './open-doors.ts'
import type { openFoundation } from './open-foundation.ts'

export interface RunningApp extends Listening {
  /** As it was started, and what its installation is. */
  readonly config: Config
  /** Folder for messages written as files; null when they are mailed. */
  readonly outbox: string | null
  /** The server's time. */
  now(): number
  /** A sandbox without operators gets some; answers the file that names them, or null. */
  addSampleOperators(): Promise<string | null>
  stop(): Promise<void>
}

/** Everything a process reaches outside itself: the database, other processes, prices, its listening ports. */
export interface Surroundings {
  readonly openFoundation: typeof openFoundation
  readonly openBus: typeof openBus
  readonly openFeeds: typeof openFeeds
  readonly openDoors: typeof openDoors
}
