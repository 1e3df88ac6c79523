/** The only source of the time: a test, or `candor clock advance` on a sandbox, can move it. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
  /** Milliseconds by which a sandbox has moved it; absent: none. */
  readonly offsetMs?: number
}

export const systemClock: Clock = { now: () => Date.now() }

/** A clock that does not move by itself. */
export class ManualClock implements Clock {
  private at: number

  constructor(at: number) {
    this.at = at
  }

  now(): number {
    return this.at
  }

  set(at: number): void {
    this.at = at
  }

  advance(ms: number): void {
    this.at += ms
  }
}

/** The system's clock with an offset that a sandbox may move forward (`candor clock advance 24h`). */
export class OffsetClock implements Clock {
  private offset: number
  private readonly listeners = new Set<() => void>()

  constructor(offsetMs = 0) {
    this.offset = offsetMs
  }

  get offsetMs(): number {
    return this.offset
  }

  now(): number {
    return Date.now() + this.offset
  }

  moveTo(offsetMs: number): void {
    if (offsetMs === this.offset) return
    this.offset = offsetMs
    for (const listener of this.listeners) listener()
  }

  /** Calls back whenever the clock is moved; returns the function that stops it. */
  onMoved(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
    }
  }
}
