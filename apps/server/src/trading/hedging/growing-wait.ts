export interface WaitBounds {
  readonly firstWaitMs: number
  readonly longestWaitMs: number
}

/** Doubles the wait before each further attempt, from the first to the longest; `attempt` counts from 0. */
export const growingWait = (attempt: number, { firstWaitMs, longestWaitMs }: WaitBounds): number =>
  Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(attempt, 10))
