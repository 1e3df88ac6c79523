import type { Theme } from '../theme.ts'

/** A guard that is taken out of one source, to see that the simulator misses it. No source of the product knows of it. */
export interface Plant {
  readonly name: string
  /** Theme of the seeds that lead to it; without one every seed may. */
  readonly theme?: Theme
  /** Ends so; nothing else in the repository does. */
  readonly file: string
  /** Occurs exactly once. */
  readonly from: string
  readonly to: string
}
