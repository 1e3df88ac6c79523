import type { WaitBounds } from '../growing-wait.ts'
import type { VenueHealth, VenueListener } from '../venue.ts'

/** Waits of an adapter; shorter ones in tests. */
export interface Patience extends WaitBounds {
  /** Longest wait for an answer. */
  readonly responseMs: number
  /** Time after the last moment at which an order can arrive in which the venue may not find it yet. */
  readonly settlingMs: number
}

export const usualPatience: Patience = {
  responseMs: 5_000,
  settlingMs: 1_000,
  firstWaitMs: 250,
  longestWaitMs: 15_000,
}

/** State of the connection to a venue, and the listener of its changes. */
export class Connection {
  health: VenueHealth = { connected: false, since: null, fault: null }
  listener: VenueListener | null = null
  private readonly now: () => number

  constructor(now: () => number) {
    this.now = now
  }

  /** Notes that the connection is there, with null, or why it is not. */
  change(fault: string | null): void {
    const { connected, since } = this.health
    this.health =
      fault === null
        ? { connected: true, since: this.now(), fault: null }
        : { connected: false, since: connected ? this.now() : since, fault }
    this.listener?.onConnection()
  }

  /** Notes that we ended it. The listener hears nothing of it, nor of anything later. */
  stop(): void {
    this.listener = null
    this.health = { connected: false, since: this.health.since, fault: 'stopped' }
  }
}
